import { internalError, invalid } from '../http/errors'
import { type Instance, isFree } from '../http/instance'
import { has, type InstanceRelease, isAtLeast } from '../http/release'
import { type GroupRecord, groups } from '../records/group'
import { type ProjectRecord, projects } from '../records/project'
import type { Store } from '../store/store'
import { groupChain } from './access'

/** The switches of a project, with the value of a new project. */
const defaults = {
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_reauthentication_to_approve: false,
}

export type Switch = keyof typeof defaults
const switches = Object.keys(defaults) as Switch[]

/** The setting of a group for a switch of projects, and the value with which it locks the switch. */
const ofGroups = {
  merge_requests_author_approval: { name: 'allow_author_approval', usual: true, locksAt: false },
  merge_requests_disable_committers_approval: { name: 'allow_committer_approval', usual: true, locksAt: false },
  disable_overriding_approvers_per_merge_request: {
    name: 'allow_overrides_to_approver_list_per_merge_request',
    usual: true,
    locksAt: false,
  },
  reset_approvals_on_push: { name: 'retain_approvals_on_push', usual: true, locksAt: false },
  selective_code_owner_removals: { name: 'selective_code_owner_removals', usual: false, locksAt: undefined },
  require_reauthentication_to_approve: { name: 'require_reauthentication_to_approve', usual: false, locksAt: true },
} as const

/** Switches whose meaning is the opposite of that of the group's setting. */
const isOpposite = (name: Switch): boolean =>
  name.startsWith('disable_') || name.includes('_disable_') || name.startsWith('reset_')

/** Switches that the service silently does not change while a group locks them. */
const dropped: readonly Switch[] = [
  'disable_overriding_approvers_per_merge_request',
  'merge_requests_author_approval',
  'merge_requests_disable_committers_approval',
]

export type SwitchPatch = Partial<Record<Switch, boolean | null>>

/** The approval settings of projects and groups in a store, and the rules of the model. */
export class ApprovalSettingsModel {
  constructor(private readonly instance: InstanceRelease & Pick<Instance, 'store' | 'tier'>) {}

  get store(): Store {
    return this.instance.store
  }

  get #isLicensed(): boolean {
    return !isFree(this.instance)
  }

  /** The effective switches of a project. */
  switchesOf(project: ProjectRecord): Record<Switch, boolean> {
    return Object.fromEntries(switches.map((name) => [name, this.#effective(project, name)])) as Record<Switch, boolean>
  }

  /** @throws HttpError 400 if two settings contradict each other, 500 for null, which only the database refuses. */
  change(project: ProjectRecord, sent: SwitchPatch): ProjectRecord {
    if (sent.selective_code_owner_removals === null) throw internalError()
    const isOn = (name: Switch) => (sent[name] === undefined ? this.#effective(project, name) : sent[name])
    if (isOn('selective_code_owner_removals') && isOn('reset_approvals_on_push')) throw invalid({ base: [CONFLICT] })
    const changes = Object.entries(sent).filter(
      ([name]) => !dropped.includes(name as Switch) || this.#lockOf(project, name as Switch) === undefined,
    )
    return this.#store(project, Object.fromEntries(changes))
  }

  /** @throws HttpError 400 for null. Returns undefined if GitLab stores nothing and responds without a body. */
  changeCount(project: ProjectRecord, count: number | null): ProjectRecord | undefined {
    if (!this.#isLicensed) return count === null ? undefined : project
    if (count === null) throw invalid({ approvals_before_merge: ['is not a number'] })
    return this.#store(project, { approvals_before_merge: count })
  }

  countOf = ({ settings }: ProjectRecord): number =>
    this.#isLicensed ? Number(settings?.approvals_before_merge ?? 0) : 0

  changeGroup(group: GroupRecord, sent: Record<string, boolean | null | undefined>): GroupRecord {
    const { require_password_to_approve: password, ...rest } = sent
    const changes = { ...(password !== undefined && { require_reauthentication_to_approve: password }), ...rest }
    return this.store.of(groups).update(group, { settings: { ...group.settings, ...changes } })
  }

  /** The settings of a group or project in the form of groups. */
  origins(of: { group: GroupRecord } | { project: ProjectRecord }): Record<string, object> {
    const shown = switches.map((name) => {
      const setting = ofGroups[name]
      if ('group' in of) {
        const isLocked =
          name === 'selective_code_owner_removals' && valueIn(of.group, 'reset_approvals_on_push') === false
        const value = isLocked ? false : valueIn(of.group, name)
        return [setting.name, this.#origin(value, isLocked)] as const
      }
      const value = this.#effective(of.project, name)
      const isLocked = this.#lockOf(of.project, name) !== undefined
      return [setting.name, this.#origin(isOpposite(name) ? !value : value, isLocked)] as const
    })
    const all = Object.fromEntries(shown)
    return { ...all, require_password_to_approve: all.require_reauthentication_to_approve! }
  }

  #origin(value: boolean, locked: boolean): object {
    return {
      value,
      locked,
      inherited_from: locked ? 'group' : null,
      ...(isAtLeast(this.instance, '19.3') && { enforced_by_policy: false }),
    }
  }

  #effective(project: ProjectRecord, name: Switch): boolean {
    if (!this.#isLicensed && needLicense.includes(name)) return false
    const stored = project.settings?.[name]
    const own = stored === null ? this.#ofNull(name) : Boolean(stored ?? defaults[name])
    return (this.#isLicensed ? this.#lockOf(project, name) : undefined) ?? own
  }

  /** Null means that authors can approve, and is like false for the others. */
  #ofNull(name: Switch): boolean {
    if (name !== 'merge_requests_author_approval') return false
    return this.#isLicensed || !has(this.instance, 'nullApprovalsOfAuthors')
  }

  /** The value to which the top-level group locks a switch. */
  #lockOf(project: ProjectRecord, name: Switch): boolean | undefined {
    const top = groupChain(this.store, project.group_id).at(-1)
    if (!top || !this.#isLicensed) return undefined
    if (name === 'selective_code_owner_removals') {
      return valueIn(top, 'reset_approvals_on_push') === false ? false : undefined
    }
    const value = valueIn(top, name)
    if (value !== ofGroups[name].locksAt) return undefined
    return isOpposite(name) ? !value : value
  }

  #store(project: ProjectRecord, changes: Record<string, unknown>): ProjectRecord {
    return this.store.of(projects).update(project, { settings: { ...project.settings, ...changes } })
  }
}

const CONFLICT = 'selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled'

const needLicense: readonly Switch[] = ['reset_approvals_on_push', 'selective_code_owner_removals']

/** The value of a group's setting for a switch. */
function valueIn({ settings }: GroupRecord, name: Switch): boolean {
  const { name: setting, usual } = ofGroups[name]
  return Boolean(settings?.[setting] ?? usual)
}
