import type { Subject } from '../http/api'
import { failed, internalError, recordNotFound } from '../http/errors'
import type { Flavor } from '../http/instance'
import type { GroupRecord } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import type { ProjectRecord } from '../records/project'
import {
  type ApprovalRuleRecord,
  approvalRules,
  type DeployAccessLevelRecord,
  deployAccessLevels,
  homeKey,
  placeOf,
  type ProtectedEnvironmentRecord,
  protectedEnvironments,
  type RuleSubject,
} from '../records/protected-environment'
import { users } from '../records/user'
import type { Collection, Kind, Store } from '../store/store'
import { groupChain, groupRole, projectRole, roles } from './access'
import { complaintsAbout, type Draft, noSubject, subjectsIn } from './protected-environment-rules'

/** An entry in a request. Without an id, adds a rule; with an id, changes or deletes it. */
export interface RulePatch extends Partial<RuleSubject> {
  id?: number | null
  _destroy?: boolean | null
  group_inheritance_type?: number | null
  required_approvals?: number
}

/** Fields of a protected environment that can change. */
export interface EnvironmentPatch {
  required_approval_count?: number | null
  deploy_access_levels?: RulePatch[]
  approval_rules?: RulePatch[]
}

/** A project, or a group that protects the environments of a tier in all its projects. */
export type Protector = { project: ProjectRecord; group?: undefined } | { project?: undefined; group: GroupRecord }
const idsOf = ({ project, group }: Protector) =>
  project ? { project_id: project.id } : { project_id: null, group_id: group.id }

/** The protected environments in a store, and the rules of the model. */
export class ProtectedEnvironmentModel {
  constructor(
    private readonly store: Store,
    private readonly flavor: Flavor,
  ) {}

  /** Sorted by name. */
  of(home: Protector): readonly ProtectedEnvironmentRecord[] {
    return this.store.of(protectedEnvironments).where('home', homeKey(idsOf(home)))
  }

  find(home: Protector, name: string): ProtectedEnvironmentRecord | undefined {
    return this.store.of(protectedEnvironments).find('name', `${homeKey(idsOf(home))} ${name}`)
  }

  /** Those that apply to an environment: by its name in the project, and by its tier in the groups above. */
  protecting(
    project: ProjectRecord,
    { name, tier }: { name: string; tier: string },
  ): [Protector, ProtectedEnvironmentRecord][] {
    const above = groupChain(this.store, project.group_id).map((group): [Protector, string] => [{ group }, tier])
    return [[{ project }, name] as [Protector, string], ...above].flatMap(([home, name]) => {
      const found = this.find(home, name)
      return found ? [[home, found] as [Protector, ProtectedEnvironmentRecord]] : []
    })
  }

  levelsOf({ id }: ProtectedEnvironmentRecord): readonly DeployAccessLevelRecord[] {
    return this.store.of(deployAccessLevels).where('environment', id)
  }

  rulesOf({ id }: ProtectedEnvironmentRecord): readonly ApprovalRuleRecord[] {
    return this.store.of(approvalRules).where('environment', id)
  }

  /** @throws HttpError 422 with sentences, 404 for an unknown rule. */
  create(home: Protector, name: string, patch: EnvironmentPatch, now: string): ProtectedEnvironmentRecord {
    const count = patch.required_approval_count ?? 0
    const levels = this.#draft(home, [], patch.deploy_access_levels)
    const rules = this.#draft(home, [], patch.approval_rules)
    this.#validate(name, count, levels, rules, home)
    const environment = this.store.of(protectedEnvironments).insert({
      ...idsOf(home),
      name,
      required_approval_count: count,
      created_at: now,
      updated_at: now,
    })
    this.#save(environment, levels, rules)
    return environment
  }

  /** @throws HttpError 422 with sentences, 404 for an unknown rule. */
  update(
    home: Protector,
    environment: ProtectedEnvironmentRecord,
    patch: EnvironmentPatch,
    now: string,
  ): ProtectedEnvironmentRecord {
    const { required_approval_count: count = environment.required_approval_count } = patch
    const levels = this.#draft(home, this.levelsOf(environment), patch.deploy_access_levels)
    const rules = this.#draft(home, this.rulesOf(environment), patch.approval_rules)
    this.#validate(environment.name, count, levels, rules, home)
    this.#save(environment, levels, rules)
    if (count === environment.required_approval_count) return environment
    return this.store
      .of(protectedEnvironments)
      .update(environment, { required_approval_count: count!, updated_at: now })
  }

  delete(environment: ProtectedEnvironmentRecord): void {
    this.#save(environment, [], [])
    this.store.of(protectedEnvironments).delete(environment)
  }

  /** Removes the entries of a group or user that has lost the right to have entries in the project. */
  forget(project: ProjectRecord, gone: Subject): void {
    if (this.#mayHaveRule({ project }, gone)) return
    const isTheirs = (rule: DeployAccessLevelRecord): boolean =>
      'user_id' in gone ? rule.user_id === gone.user_id : rule.group_id === gone.group_id
    for (const { id } of this.of({ project })) {
      for (const kind of [deployAccessLevels, approvalRules] as Kind<DeployAccessLevelRecord>[]) {
        const all = this.store.of(kind)
        for (const rule of all.where('environment', id)) if (isTheirs(rule)) all.delete(rule)
      }
    }
  }

  /** The rules after the patches. Omits users and groups that cannot have a rule. */
  #draft(home: Protector, rules: readonly Draft[], patches: RulePatch[] = []): Draft[] {
    const drafts = [...rules]
    const gone = new Set<number>()
    for (const patch of patches) {
      const { id = null, _destroy: destroy, ...fields } = patch
      if (!destroy && !this.#mayHaveRule(home, fields)) continue
      if (id === null) {
        if (!destroy) drafts.push({ ...noSubject, group_inheritance_type: 0, ...fields })
        continue
      }
      const at = drafts.findIndex((draft) => draft.id === id)
      // GitLab still counts entries that the same request deletes.
      if (at < 0 || (gone.has(id) && this.flavor === 'spec')) throw recordNotFound()
      if (destroy) gone.add(id)
      else drafts[at] = { ...drafts[at]!, ...this.#subjectOf(fields), ...fields }
    }
    return drafts.filter(({ id }) => id === undefined || !gone.has(id))
  }

  /** In the specification, a new subject replaces the old one. GitLab requires null for the old one. */
  #subjectOf(fields: RulePatch): Partial<RuleSubject> {
    return this.flavor === 'spec' && subjectsIn({ ...noSubject, ...fields }) > 0 ? noSubject : {}
  }

  /**
   * In a project, users must be members with the Developer role, and groups must be invited to the project itself. In a
   * group, users must have the Maintainer role, and groups must be subgroups or those with which it is shared.
   */
  #mayHaveRule({ project, group }: Protector, { user_id = null, group_id = null }: RulePatch): boolean {
    const user = this.store.of(users).get(user_id ?? 0)
    const member = user ? { ...user, admin: false } : null
    if (group) {
      const inside = groupChain(this.store, group_id).some(({ id }) => id === group.id)
      const shares = this.store.of(groupShares).where('shared', group.id)
      return (
        (user_id === null || groupRole(this.store, member, group.id) >= roles.maintainer) &&
        (group_id === null || inside || shares.some((share) => share.group_id === group_id))
      )
    }
    const invited = this.store.of(invitations).where('project', project.id)
    return (
      (user_id === null || projectRole(this.store, member, project) >= roles.developer) &&
      (group_id === null || invited.some((invitation) => invitation.group_id === group_id))
    )
  }

  #validate(name: string, count: number | null, levels: Draft[], rules: Draft[], { group }: Protector): void {
    const sentences = complaintsAbout({ name, count, levels, rules, tiersOnly: group !== undefined }, this.flavor)
    if (sentences.length > 0) throw failed(422, [...new Set(sentences)])
    // GitLab's model does not validate this for approvals, but its database does.
    if (rules.some((rule) => subjectsIn(rule) !== 1)) throw internalError()
  }

  #save({ id }: ProtectedEnvironmentRecord, levels: Draft[], rules: Draft[]): void {
    this.#replace(deployAccessLevels, id, levels)
    this.#replace(approvalRules, id, rules)
  }

  /** Converts validated rules, in which only subjects can be null. */
  #replace<T extends DeployAccessLevelRecord>(kind: Kind<T>, environment: number, drafts: Draft[]): void {
    const all = this.store.of(kind)
    for (const old of all.where('environment', environment)) {
      const draft = drafts.find(({ id }) => id === old.id)
      if (!draft) all.delete(old)
      else if (isChanged(old, draft)) all.update(old, { ...draft, ...this.#lastPlace(all, environment) } as Partial<T>)
    }
    for (const draft of drafts) {
      if (draft.id !== undefined) continue
      const place = this.#lastPlace(all, environment)
      all.insert({ ...draft, ...place, protected_environment_id: environment } as unknown as T)
    }
  }

  /** GitLab does not sort the entries, and its database returns those that changed most recently last. */
  #lastPlace<T extends DeployAccessLevelRecord>(all: Collection<T>, environment: number): { place?: number } {
    if (this.flavor === 'spec') return {}
    return { place: Math.max(0, ...all.where('environment', environment).map(placeOf)) + 1 }
  }
}

const isChanged = (old: Draft, draft: Draft): boolean =>
  Object.entries(draft).some(([name, value]) => old[name as keyof Draft] !== value)
