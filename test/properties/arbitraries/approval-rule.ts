import { approvalRule } from '../../../provider/resources/approval-rule'
import { cases, optional, plain } from './cases'
import { project } from './reference'
import { texts } from './text'

interface ApprovalRule {
  project: number
  name: string
  description: string | null
}

const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())

// TODO: an arbitrary for each argument, and how another user changes it.
export const approvalRuleCases = () =>
  cases<ApprovalRule>({
    definition: approvalRule,
    as: 'maintainer',
    arguments: {
      project,
      name: plain(names),
      description: optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, ['']),
    },
    collection: (values) => `/projects/${values.project}/approval_rules`,
    path: (values, live) => `/projects/${values.project}/approval_rules/${encodeURIComponent(String(live.id))}`,
    seen: ({ name, description }) => ({ name, description }) as ApprovalRule,
    drift: {
      name: ({ emulator, path }, name) => emulator.put(path, { name }, { as: 'root' }),
      description: ({ emulator, path }, description) => emulator.put(path, { description }, { as: 'root' }),
    },
  })
