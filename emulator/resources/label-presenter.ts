import type { Call } from '../http/call'
import { has } from '../http/release'
import { issues } from '../records/issue'
import type { LabelRecord } from '../records/label'
import { textColor } from './color'
import { isSubscribed } from './label-subscription'

interface Counts {
  opened: number
  closed: number
}

/** Counts the issues of these projects by label. */
export function countIssues(call: Call, projectIds: number[]): Map<number, Counts> {
  const counts = new Map<number, Counts>()
  for (const issue of projectIds.flatMap((id) => call.store.of(issues).where('project', id))) {
    for (const id of issue.label_ids) {
      const count = counts.get(id) ?? { opened: 0, closed: 0 }
      count[issue.state]++
      counts.set(id, count)
    }
  }
  return counts
}

/** The common fields of a label in responses about a project or, with null, about a group. */
export function presentLabel(call: Call, label: LabelRecord, project: number | null, counts?: Map<number, Counts>) {
  const { opened, closed } = counts?.get(label.id) ?? { opened: 0, closed: 0 }
  return {
    id: label.id,
    name: label.title,
    description: label.description,
    description_html: descriptionHtml(call, label),
    text_color: textColor(label.color),
    color: label.color,
    ...(has(call.instance, 'archivedLabels') && { archived: label.archived ?? false }),
    ...(counts && { open_issues_count: opened, closed_issues_count: closed, open_merge_requests_count: 0 }),
    subscribed: isSubscribed(call, label, project),
  }
}

/** Without a description, GitLab returns an empty string, the specification null. */
const descriptionHtml = (call: Call, { description }: LabelRecord): string | null =>
  call.instance.flavor === 'gitlab' ? rendered(call, description ?? '') : description && escapeHtml(description)

const rendered = (call: Call, description: string): string =>
  has(call.instance, 'spacesRenderedAsNothing') && /^[ \t\r\n]*$/.test(description) ? '' : sanitize(description)

/** Keeps entities and removes control characters. Does not render Markdown or references. */
const sanitize = (text: string): string =>
  text
    .replace(/&(?!(?:[a-z]+|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replace(/&(?:quot|#39);/g, (entity) => (entity === '&quot;' ? '"' : "'"))
    .replace(/[<>]/g, (bracket) => (bracket === '<' ? '&lt;' : '&gt;'))
    .replace(/[^\u0020-\u{10ffff}\t\n\r]/gu, '')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
