import { failed, forbidden, internalError } from '../http/errors'
import { isFree, type Tier } from '../http/instance'
import type { GroupRecord } from '../records/group'
import type { ProjectRecord } from '../records/project'
import {
  type BranchAccessLevelRecord,
  branchHome,
  type BranchList,
  branchLists,
  protectedBranches,
  type ProtectedBranchRecord,
} from '../records/protected-branch'
import type { RefAccessLevel } from '../records/protected-tag'
import type { UserRecord } from '../records/user'
import type { Store } from '../store/store'
import { groupChain, roles } from './access'
import { isProtected, protectionOf } from './default-branch-protection'
import {
  admits,
  complaintsAboutLevels,
  complaintsAboutTaken,
  type Draft,
  draftChanges,
  draftLevels,
  type Entry,
} from './ref-access-level'

/** A project, or a top-level group that protects branches of all its projects. */
export type Protector = { project: ProjectRecord } | { group: GroupRecord }

const idsOf = (home: Protector) =>
  'project' in home ? { project_id: home.project.id, group_id: null } : { project_id: null, group_id: home.group.id }

/** The parts of a protection in a request: a role and further entries for each list. */
export interface BranchPatch {
  allow_force_push?: boolean | null | undefined
  code_owner_approval_required?: boolean | null | undefined
  roles: Partial<Record<BranchList, number | null | undefined>>
  entries: Partial<Record<BranchList, readonly Entry[]>>
}

/** Who sends a request, and when. */
interface Context {
  tier: Tier
  user: UserRecord | null
  now: string
}

const lists = Object.keys(branchLists) as BranchList[]

const titles: Record<BranchList, string> = {
  merge: 'Merge access levels',
  push: 'Push access levels',
  unprotect: 'Unprotect access levels',
}

/** The protected branches in a store, and the rules of the model. */
export class ProtectedBranchModel {
  constructor(private readonly store: Store) {}

  /** The protected branches of a project or group itself. */
  of(home: Protector): readonly ProtectedBranchRecord[] {
    return this.store.of(protectedBranches).where('home', branchHome(idsOf(home)))
  }

  /** Also the protected branches that a project inherits. Two of them can have the same name. */
  withInherited(project: ProjectRecord, tier: Tier): ProtectedBranchRecord[] {
    const top = groupChain(this.store, project.group_id).at(-1)
    const inherited = top && !isFree({ tier }) ? this.of({ group: top }) : []
    return [...this.of({ project }), ...inherited].sort((one, other) => one.id - other.id)
  }

  find(home: Protector, name: string): ProtectedBranchRecord | undefined {
    return this.store.of(protectedBranches).find('name', `${branchHome(idsOf(home))} ${name}`)
  }

  levelsOf({ id }: ProtectedBranchRecord, list: BranchList): readonly BranchAccessLevelRecord[] {
    return this.store.of(branchLists[list]).where('branch', id)
  }

  /** @throws HttpError 404 for entries with ids, 403 unless the caller could unprotect the branch, 422 with sentences. */
  create(home: Protector, name: string, sent: BranchPatch, context: Context): ProtectedBranchRecord {
    const { tier, now } = context
    const drafts = lists.map((list) => ({ list, drafts: draftLevels(sent.roles[list], sent.entries[list]) }))
    const unprotect = drafts.find(({ list }) => list === 'unprotect')?.drafts ?? []
    this.#requireUnprotector(home, unprotect, context)
    const complaints = [
      ...drafts.flatMap(({ list, drafts: levels }) => this.#complaints(tier, home, list, levels)),
      ...(name.trim() === '' ? ["Name can't be blank"] : []),
    ]
    if (complaints.length > 0) throw failed(422, [...new Set(complaints)])
    const branch = this.#insert(home, name, now, {
      allow_force_push: sent.allow_force_push ?? false,
      code_owner_approval_required: codeOwnersOf(sent, tier) ?? false,
    })
    for (const { list, drafts: levels } of drafts) for (const level of levels) this.#add(branch, list, level)
    return branch
  }

  /** @throws HttpError 403 unless the caller can unprotect the branch, 404 for unknown entries, 422 with sentences. */
  update(home: Protector, branch: ProtectedBranchRecord, sent: BranchPatch, context: Context): ProtectedBranchRecord {
    const { tier, now } = context
    this.requireUnprotector(home, branch, context)
    const changes = lists.map((list) => {
      const role = sent.roles[list]
      const entries = [...(role == null ? [] : [{ access_level: role }]), ...(sent.entries[list] ?? [])]
      return { list, ...draftChanges(this.levelsOf(branch, list), entries) }
    })
    const complaints = changes.flatMap(({ list, changed, added }) => {
      const drafts = [
        ...[...changed].filter(([old, draft]) => isChanged(old, draft)).map(([, draft]) => draft),
        ...added,
      ]
      return [
        ...this.#complaints(tier, home, list, drafts),
        ...complaintsAboutTaken(this.levelsOf(branch, list), drafts).map((text) => `${titles[list]} ${text}`),
      ]
    })
    if (complaints.length > 0) throw failed(422, [...new Set(complaints)])
    const updated = this.store.of(protectedBranches).update(branch, {
      allow_force_push: sent.allow_force_push ?? branch.allow_force_push,
      code_owner_approval_required: codeOwnersOf(sent, tier) ?? branch.code_owner_approval_required,
      updated_at: now,
    })
    for (const { list, changed, added, removed } of changes) {
      const levels = this.store.of(branchLists[list])
      for (const [old, draft] of changed) {
        if (isChanged(old, draft))
          levels.update(old, { ...(draft as RefAccessLevel), place: this.#lastPlace(branch, list) })
      }
      for (const draft of added) this.#add(branch, list, draft)
      for (const old of removed) levels.delete(old)
    }
    return updated
  }

  delete(branch: ProtectedBranchRecord): void {
    this.store.deleteWhere('protected_branch_id', branch.id)
    this.store.of(protectedBranches).delete(branch)
  }

  /** With a license, only users in the list of those who can unprotect a branch can change its protection. */
  requireUnprotector(home: Protector, branch: ProtectedBranchRecord, context: Context): void {
    this.#requireUnprotector(home, this.levelsOf(branch, 'unprotect'), context)
  }

  /** The protection that a new project gets for its default branch, by the settings of its group. */
  protectDefault(project: ProjectRecord, now: string): void {
    const group = groupChain(this.store, project.group_id)[0]
    const protection = protectionOf(group)
    if (!isProtected(protection)) return
    const branch = this.#insert({ project }, project.default_branch, now, {
      allow_force_push: protection.allow_force_push ?? false,
      code_owner_approval_required: protection.code_owner_approval_required ?? false,
    })
    for (const draft of draftLevels(roleIn(protection.allowed_to_push))) this.#add(branch, 'push', draft)
    for (const draft of draftLevels(roleIn(protection.allowed_to_merge))) this.#add(branch, 'merge', draft)
  }

  /** Removes the entries of a group that is no longer invited to the project. Those who can unprotect remain. */
  forgetGroup(project: ProjectRecord, group: number): void {
    for (const branch of this.of({ project })) {
      for (const list of ['push', 'merge'] as const) {
        for (const level of this.levelsOf(branch, list)) {
          if (level.group_id === group) this.store.of(branchLists[list]).delete(level)
        }
      }
    }
  }

  #requireUnprotector(home: Protector, levels: readonly Draft[], { tier, user }: Context): void {
    if (isFree({ tier }) || levels.length === 0 || !('project' in home)) return
    const isIncluded = levels.some((level) => user && admits(this.store, user, home.project, level as RefAccessLevel))
    if (!isIncluded) throw forbidden()
  }

  #complaints(tier: Tier, home: Protector, list: BranchList, drafts: readonly Draft[]): string[] {
    // Entries of a group's protections are roles: the emulator does not validate users and groups there.
    const complaints = 'project' in home ? complaintsAboutLevels(this.store, tier, home.project, drafts) : []
    return complaints.map((text) => `${titles[list]} ${text}`)
  }

  #insert(
    home: Protector,
    name: string,
    now: string,
    settings = { allow_force_push: false, code_owner_approval_required: false },
  ): ProtectedBranchRecord {
    const record = { ...idsOf(home), name, ...settings, created_at: now, updated_at: now }
    return this.store.of(protectedBranches).insert(record)
  }

  #add(branch: ProtectedBranchRecord, list: BranchList, draft: Draft): void {
    const { access_level, user_id, group_id, deploy_key_id } = draft as RefAccessLevel
    this.store.of(branchLists[list]).insert({
      ...{ access_level, user_id, group_id, deploy_key_id },
      protected_branch_id: branch.id,
      project_id: branch.project_id,
      protecting_group_id: branch.group_id,
      place: this.#lastPlace(branch, list),
    })
  }

  #lastPlace(branch: ProtectedBranchRecord, list: BranchList): number {
    return Math.max(0, ...this.levelsOf(branch, list).map(({ place }) => place)) + 1
  }
}

/** A branch has one role: that of developers, or no one if the list says so. */
function roleIn(entries: { access_level: number }[] = []): number {
  const levels = entries.map(({ access_level }) => access_level)
  return [roles.none, roles.developer].find((level) => levels.includes(level)) ?? roles.maintainer
}

/** Ignored without a license. @throws HttpError 500 for null, which only the database refuses. */
function codeOwnersOf({ code_owner_approval_required: value }: BranchPatch, tier: Tier): boolean | undefined {
  if (isFree({ tier }) || value === undefined) return undefined
  if (value === null) throw internalError()
  return value
}

const isChanged = (old: Draft, draft: Draft): boolean =>
  Object.entries(draft).some(([name, value]) => old[name as keyof Draft] !== value)
