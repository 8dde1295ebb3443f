import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { projectHook } from '../../../provider/resources/project-hook'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { project } from './reference'
import { padded, pick } from './style'
import { texts } from './text'

interface ProjectHook {
  project: number
  url: string
  name: string | null
  description: string | null
  enableSslVerification: boolean
  pushEvents: boolean
  tagPushEvents: boolean
  confidentialNoteEvents: boolean
  pushEventsBranchFilter: string | null
  branchFilterStrategy: 'wildcard' | 'regex' | 'allBranches'
  customWebhookTemplate: string | null
}

const strategies = { wildcard: 'wildcard', regex: 'regex', allBranches: 'all_branches' }

const urls: Argument<string> = {
  values: fc.constantFrom(
    ...['https://example.com', 'http://EXAMPLE.com/Hook?a=b&c=%20#d', 'https://user:pass@example.com:8443/a b'],
    ...['https://[2001:db8::1]/é', `https://example.com/${'x'.repeat(8_172)}`, 'https://example.com/<b>/%0a'],
  ),
  write: padded,
}

const line = (longest: number) => {
  const values = fc.option(texts(longest).filter((text) => text !== ''))
  return optional<string | null>(plain(values), null, [''])
}
const yes = (fallback: boolean) => optional(plain(fc.boolean()), fallback, [fallback])
const filters = fc.option(fc.constantFrom('main', 'release', 'a-b_c.d', 'x'.repeat(4_000)))

/** Newer services only accept JSON. */
const templates = fc.option(texts(100).map((text) => JSON.stringify({ text })))

const put = ({ emulator, path }: Target<ProjectHook>, changes: Json) => emulator.put(path, changes, { as: 'root' })
const same = (name: string) => (target: Target<ProjectHook>, value: unknown, style: number) =>
  put(target, { [name]: value ?? pick(style, [null, '']) })

const skipped = {
  ...Object.fromEntries(
    ['token', 'signingToken', 'customHeaders', 'urlVariables'].map((name) => [
      name,
      'test/resources/project-hook.test.ts',
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(projectHook.input)
      .filter((name) => name.endsWith('Events') && !/^(?:push|tagPush|confidentialNote)Events$/.test(name))
      .map((name) => [name, 'like tagPushEvents']),
  ),
}

export const projectHookCases = () =>
  cases<ProjectHook>({
    definition: projectHook,
    skipped,
    arguments: {
      project,
      url: urls,
      name: line(255),
      description: line(500),
      enableSslVerification: yes(true),
      pushEvents: yes(true),
      tagPushEvents: yes(false),
      confidentialNoteEvents: yes(false),
      pushEventsBranchFilter: optional(plain(filters), null, ['']),
      branchFilterStrategy: optional(plain(fc.constantFrom('wildcard', 'regex', 'allBranches')), 'wildcard'),
      customWebhookTemplate: optional<string | null>(plain(templates), null, ['']),
    },
    settle: (values) => ({
      ...values,
      pushEventsBranchFilter: values.branchFilterStrategy === 'allBranches' ? null : values.pushEventsBranchFilter,
    }),
    collection: (values) => `/projects/${values.project}/hooks`,
    path: (values, live) => `/projects/${values.project}/hooks/${String(live.id)}`,
    seen: (live) => ({
      url: String(live.url),
      name: (live.name as string | null) || null,
      description: (live.description as string | null) || null,
      enableSslVerification: Boolean(live.enable_ssl_verification),
      pushEvents: Boolean(live.push_events),
      tagPushEvents: Boolean(live.tag_push_events),
      confidentialNoteEvents: Boolean(live.confidential_note_events),
      pushEventsBranchFilter: (live.push_events_branch_filter as string | null) || null,
      branchFilterStrategy:
        live.branch_filter_strategy === 'all_branches'
          ? 'allBranches'
          : (live.branch_filter_strategy as ProjectHook['branchFilterStrategy']),
      customWebhookTemplate: (live.custom_webhook_template as string | null) || null,
    }),
    drift: {
      url: (target, url) => put(target, { url }),
      name: same('name'),
      description: same('description'),
      enableSslVerification: (target, value, style) =>
        put(target, { enable_ssl_verification: value || pick(style, [false, null]) }),
      pushEvents: same('push_events'),
      tagPushEvents: (target, value, style) => put(target, { tag_push_events: value || pick(style, [false, null]) }),
      confidentialNoteEvents: (target, value, style) =>
        put(target, { confidential_note_events: value || pick(style, [false, null]) }),
      pushEventsBranchFilter: same('push_events_branch_filter'),
      branchFilterStrategy: (target, value) => put(target, { branch_filter_strategy: strategies[value] }),
      customWebhookTemplate: same('custom_webhook_template'),
    },
    drifted: (_, name, after) =>
      (name === 'branchFilterStrategy' || name === 'pushEventsBranchFilter') &&
      after.branchFilterStrategy === 'allBranches'
        ? { ...after, pushEventsBranchFilter: null }
        : after,
    noise: ({ emulator, live }, style) =>
      emulator.patch('project_hooks', Number(live.id), {
        alert_status: pick(style, ['executable', 'temporarily_disabled', 'disabled']),
        disabled_until: pick(style >> 2, [null, '2026-06-15T13:00:00.000Z']),
      }),
  })
