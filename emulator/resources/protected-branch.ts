import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, forbidden, recordNotFound } from '../http/errors'
import { isCommunity, isFree } from '../http/instance'
import { paginate, paging } from '../http/paginate'
import { boolean, integer, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { matcher } from '../http/search'
import { requireUnmodified } from '../http/unmodified'
import {
  type BranchAccessLevelRecord,
  type BranchList,
  branchLists,
  type ProtectedBranchRecord,
} from '../records/protected-branch'
import { requireGroupRole, requireRole, roleOf, roles } from './access'
import { findGroup } from './group'
import { findProject } from './project'
import { readsCode } from './project-fields'
import { type BranchPatch, ProtectedBranchModel, type Protector } from './protected-branch-model'
import {
  accessLevel,
  accessLevelList,
  accessLevelListWithoutNoOne,
  deployKeyList,
  deployKeysIn,
  type Entry,
  presentLevel,
} from './ref-access-level'

/** Where protected branches are, and who can read and change them. */
const ofProjects = {
  path: '/projects/:id/protected_branches',
  home: (call: Call): Protector => ({ project: findProject(call) }),
  /** @throws HttpError 403 */
  requireReader: (call: Call, home: Protector): void => {
    if ('project' in home && !readsCode(home.project, roleOf(call, home.project))) throw forbidden()
  },
  /** @throws HttpError 403 */
  requireAdmin: (call: Call, home: Protector): void => {
    if ('project' in home) requireRole(call, home.project, roles.maintainer)
  },
}

/** Top-level groups protect branches in all their projects. */
const ofGroups: typeof ofProjects = {
  path: '/groups/:id/protected_branches',
  home: (call) => {
    const group = findGroup(call)
    if (group.parent_id !== null) throw recordNotFound()
    return { group }
  },
  requireReader: (call) => requireGroupRole(call, findGroup(call).id, roles.owner),
  requireAdmin: (call) => requireGroupRole(call, findGroup(call).id, roles.owner),
}

/** Protected branches of projects and of top-level groups. A branch with this name need not exist. */
export const protectedBranch: Resource = (api) => {
  api.onAccessLost((store, project, who) => {
    if ('group_id' in who) new ProtectedBranchModel(store).forgetGroup(project, who.group_id)
  })
  const isBasic = isCommunity(api)
  const lists = {
    allowed_to_push: isBasic ? deployKeyList : accessLevelList,
    ...(!isBasic && {
      allowed_to_merge: accessLevelList,
      allowed_to_unprotect: accessLevelListWithoutNoOne,
      unprotect_access_level: integer.oneOf(roles.developer, roles.maintainer, roles.admin),
      code_owner_approval_required: boolean,
    }),
  }

  for (const { path, home, requireReader, requireAdmin } of isFree(api) ? [ofProjects] : [ofProjects, ofGroups]) {
    const one = { id: segment, name: segment }
    const found = (call: Call, at: Protector, name: string): ProtectedBranchRecord => {
      const branch = protectedBranches(call).find(at, name)
      if (!branch) throw recordNotFound()
      return branch
    }

    api.get(path, { params: params({ id: segment, search: string, ...paging }) }, (call, query) => {
      const at = home(call)
      requireReader(call, at)
      const matches = query.search?.trim() ? matcher(query.search, { shortest: 3 }) : () => true
      const all =
        'project' in at ? protectedBranches(call).withInherited(at.project, api.tier) : protectedBranches(call).of(at)
      return paginate(
        call,
        all.filter(({ name }) => matches(name)),
        query,
      ).map((branch) => presentProtectedBranch(call, branch))
    })

    api.get(`${path}/:name`, { params: params(one) }, (call, { name }) => {
      const at = home(call)
      requireReader(call, at)
      return presentProtectedBranch(call, found(call, at, name))
    })

    api.post(
      path,
      {
        params: params({
          id: segment,
          name: string.required(),
          push_access_level: accessLevel,
          merge_access_level: accessLevel,
          allow_force_push: boolean.default(false),
          ...lists,
        }),
      },
      (call, { name, push_access_level: push, merge_access_level: merge, ...sent }) => {
        const at = home(call)
        requireAdmin(call, at)
        const title = name ?? ''
        // The database has no rule for it.
        if (!call.race && protectedBranches(call).find(at, title))
          throw conflict(`Protected branch '${title}' already exists`)
        const patch = patchOf(sent, isBasic, { push, merge })
        return presentProtectedBranch(call, protectedBranches(call).create(at, title, patch, contextOf(call)))
      },
    )

    api.patch(
      `${path}/:name`,
      { params: params({ ...one, allow_force_push: boolean.filled(), ...lists }) },
      (call, { name, ...sent }) => {
        const at = home(call)
        const branch = found(call, at, name)
        requireAdmin(call, at)
        const before = protectedBranches(call)
        const old = namesOfLists.map((list) => [list, before.levelsOf(branch, list)] as const)
        const after = protectedBranches(call).update(at, branch, patchOf(sent, isBasic), contextOf(call))
        return presentProtectedBranch(call, after, Object.fromEntries(old))
      },
    )

    api.delete(`${path}/:name`, { params: params(one) }, (call, { name }) => {
      const at = home(call)
      const branch = found(call, at, name)
      requireAdmin(call, at)
      protectedBranches(call).requireUnprotector(at, branch, contextOf(call))
      requireUnmodified(call, branch)
      protectedBranches(call).delete(branch)
    })
  }
}

const namesOfLists = Object.keys(branchLists) as BranchList[]

const protectedBranches = (call: Call): ProtectedBranchModel => new ProtectedBranchModel(call.store)

const contextOf = (call: Call) => ({ tier: call.instance.tier, user: call.user, now: call.now() })

interface Sent {
  allow_force_push?: boolean | null
  code_owner_approval_required?: boolean | null
  unprotect_access_level?: number | null
  allowed_to_push?: Entry[]
  allowed_to_merge?: Entry[]
  allowed_to_unprotect?: Entry[]
}

/** The Community Edition accepts only deploy keys. Only the list of who can push accepts them. */
function patchOf(sent: Sent, isBasic: boolean, levels: BranchPatch['roles'] = {}): BranchPatch {
  const { allow_force_push } = sent
  if (isBasic) return { allow_force_push, roles: levels, entries: { push: deployKeysIn(sent.allowed_to_push) } }
  return {
    allow_force_push,
    code_owner_approval_required: sent.code_owner_approval_required,
    roles: { ...levels, unprotect: sent.unprotect_access_level },
    entries: {
      push: (sent.allowed_to_push ?? []).map((entry) => declared(entry, true)),
      merge: (sent.allowed_to_merge ?? []).map((entry) => declared(entry, false)),
      unprotect: (sent.allowed_to_unprotect ?? []).map((entry) => declared(entry, false)),
    },
  }
}

const subjects = ['access_level', 'user_id', 'group_id', 'id', '_destroy']

/** Unlike for tags, GitLab ignores undeclared keys of an entry. */
const declared = (entry: Entry, withKeys: boolean): Entry =>
  Object.fromEntries(
    Object.entries(entry).filter(([name]) => subjects.includes(name) || (withKeys && name === 'deploy_key_id')),
  )

type Before = Partial<Record<BranchList, readonly BranchAccessLevelRecord[]>>

/** `before`: the entries before the change, whose order the response keeps. */
export function presentProtectedBranch(call: Call, branch: ProtectedBranchRecord, before: Before = {}) {
  const isBasic = isCommunity(call.instance)
  const levels = (list: BranchList) => {
    const place = ({ id }: BranchAccessLevelRecord): number => {
      const at = before[list]?.findIndex((level) => level.id === id) ?? -1
      return at < 0 ? Infinity : at
    }
    return [...protectedBranches(call).levelsOf(branch, list)]
      .sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
      .map((level) => {
        const { deploy_key_id, ...shown } = presentLevel(call.store, level, isBasic)
        return list === 'push' ? { ...shown, deploy_key_id } : shown
      })
  }
  return {
    id: branch.id,
    name: branch.name,
    push_access_levels: levels('push'),
    merge_access_levels: levels('merge'),
    allow_force_push: branch.allow_force_push,
    ...(!isBasic && {
      unprotect_access_levels: levels('unprotect'),
      // Without a license, the setting has no effect.
      code_owner_approval_required: !isFree(call.instance) && branch.code_owner_approval_required,
      inherited: branch.project_id === null,
    }),
  }
}
