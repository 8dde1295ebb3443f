import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { approvalRule } from '../../../provider/resources/approval-rule'
import { cases, optional, plain, type Target } from './cases'
import { entryList, inOrder, type RefEntry, usersAndGroups } from './ref-entries'
import { project } from './reference'
import { shuffled } from './style'
import { texts } from './text'

interface ApprovalRule {
  project: number
  name: string
  approvalsRequired: number
  approvers: RefEntry[]
  protectedBranches: string[]
  appliesToAllProtectedBranches: boolean
}

const branches = ['main', 'release/*', 'stable']

/** Another user changes an argument. */
const set =
  (toBody: (value: never) => Json) =>
  ({ emulator, path }: Target<ApprovalRule>, value: unknown) =>
    emulator.put(path, toBody(value as never), { as: 'root' })

const idsIn = (entries: RefEntry[], subject: string) => entries.flatMap(([one, id]) => (one === subject ? [id] : []))

/** A rule applies to all protected branches, or to some. */
const settle = (values: ApprovalRule): ApprovalRule => ({
  ...values,
  protectedBranches: values.appliesToAllProtectedBranches ? [] : values.protectedBranches,
})

export const approvalRuleCases = () =>
  cases<ApprovalRule>({
    definition: approvalRule,
    arguments: {
      project,
      name: plain(texts(1024).filter((text) => text.trim() !== '' && text !== 'All Members')),
      approvalsRequired: plain(fc.integer({ min: 0, max: 100 })),
      approvers: entryList(fc.subarray([...usersAndGroups], { minLength: 1 })),
      protectedBranches: optional<string[]>(
        { values: fc.subarray(branches), write: (names, style) => shuffled(names, style) },
        [],
        [],
      ),
      appliesToAllProtectedBranches: optional<boolean>(plain(fc.boolean()), false),
    },
    skipped: {
      ruleType: 'a project has one rule of each other type: test/resources/approval-rule.test.ts',
      reportType: 'only for ruleType "report": test/resources/approval-rule.test.ts',
      coverageMinimumThreshold: 'only for ruleType "report": test/resources/approval-rule.test.ts',
    },
    settle,
    prepare: (emulator) =>
      Promise.all(
        [1, 2, 3].flatMap((id) =>
          branches.map((name) => emulator.post(`/projects/${id}/protected_branches`, { name }, { as: 'maintainer' })),
        ),
      ),
    collection: (values) => `/projects/${values.project}/approval_rules`,
    path: (values, live) => `/projects/${values.project}/approval_rules/${String(live.id)}`,
    seen: (live) => {
      const ids = (list: unknown, subject: RefEntry[0]) =>
        (list as { id: number }[]).map(({ id }): RefEntry => [subject, id])
      const isForAll = live.applies_to_all_protected_branches === true
      return {
        name: String(live.name),
        approvalsRequired: Number(live.approvals_required),
        approvers: inOrder([...ids(live.users, 'userId'), ...ids(live.groups, 'groupId')]),
        protectedBranches: isForAll
          ? []
          : (live.protected_branches as { name: string }[]).map(({ name }) => name).sort(),
        appliesToAllProtectedBranches: isForAll,
      }
    },
    drift: {
      name: set((name: string) => ({ name })),
      approvalsRequired: set((approvals_required: number) => ({ approvals_required })),
      approvers: set((entries: RefEntry[]) => ({
        user_ids: idsIn(entries, 'userId'),
        group_ids: idsIn(entries, 'groupId'),
      })),
      protectedBranches: async ({ emulator, path, values }, names) => {
        const { body } = await emulator.get(`/projects/${values.project}/protected_branches`, { as: 'root' })
        const ids = (body as { id: number; name: string }[]).flatMap(({ id, name }) =>
          names.includes(name) ? [id] : [],
        )
        return emulator.put(path, { protected_branch_ids: ids }, { as: 'root' })
      },
      appliesToAllProtectedBranches: set((all: boolean) => ({ applies_to_all_protected_branches: all })),
    },
    drifted: (_values, _name, after) => settle(after),
  })
