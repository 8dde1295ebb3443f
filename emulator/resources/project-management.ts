import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, HttpError, internalError, invalid, notFound } from '../http/errors'
import { isCommunity, isFree } from '../http/instance'
import { administrator, login } from '../http/login'
import { atLeastOne, atMostOne } from '../http/param-rules'
import { boolean, integer, isScalar, segment, segmentId, string } from '../http/param-types'
import { type Bound, Param, params, type Rule } from '../http/params'
import { raceSecond, uniqueViolation } from '../http/race'
import { has } from '../http/release'
import { requireUnmodified } from '../http/unmodified'
import { requireValid } from '../http/validation'
import { type ProjectRecord, projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import { groupRole, requireRole, roleOf, roles } from './access'
import { isGroupArchived } from './archived'
import { findProject } from './project'
import { importInto, requireAccessible } from './project-import'
import { findNamespace, goesWithGroup, type Home, ProjectModel, type ProjectPatch } from './project-model'
import { presentProject } from './project-presenter'
import { droppedWithoutLicense, onlyInUpdates } from './project-setting-table'
import { cannotBeStored, levelsOfModels, readSettings, settingParams, usualLevels } from './project-settings'
import { complaintsAboutTemplate, isFromTemplate, oneSource, templateParams } from './project-template'
import { lacking } from './project-tier-fields'
import { missingNames, updateNames } from './project-update-names'
import { ProtectedBranchModel } from './protected-branch-model'
import { complaintsAboutMirror, dropMirror, lacksMirrors } from './pull-mirror-model'
import { TopicModel } from './topic-model'

const plain = {
  name: string,
  path: string,
  description: string,
  default_branch: string,
  visibility: string.oneOf('private', 'internal', 'public'),
  ci_pipeline_variables_minimum_override_role: string.oneOf('no_one_allowed', 'developer', 'maintainer', 'owner'),
  repository_storage: string,
}
const creation = { ...plain, namespace_id: integer, initialize_with_readme: boolean }
const creationOf = (api: Api) => ({
  ...(api.flavor === 'gitlab' && { ...templateParams(api), repository_object_format: string.oneOf('sha1', 'sha256') }),
})
const rulesOf = (api: Api): Rule[] => [atLeastOne('name', 'path'), ...(api.flavor === 'gitlab' ? [oneSource] : [])]

/** Creating, updating, archiving and deleting projects. */
export const projectManagement: Resource = (api) => {
  api.post(
    '/projects',
    { before: login, params: params({ ...settingParams(api), ...creation, ...creationOf(api) }, ...rulesOf(api)) },
    (call, sent) => createProject(call, call.user, sent),
  )

  api.post(
    '/projects/user/:user_id',
    {
      before: administrator,
      params: params({ ...settingParams(api), ...creation, name: string.required(), user_id: segmentId }),
    },
    (call, { user_id, ...sent }) => {
      const user = call.store.of(users).get(user_id)
      if (!user) throw notFound('User')
      return createProject(call, user, sent)
    },
  )

  api.put(
    '/projects/:id',
    {
      before: login,
      readingScopes: ['ai_workflows'],
      params: params(
        {
          id: segment,
          ...ofEdition(api, settingParams(api)),
          ...plain,
          ...(api.flavor === 'spec' && { mirror: boolean }),
        },
        ...(isCommunity(api) ? [] : [atMostOne('only_mirror_protected_branches', 'mirror_branch_regex')]),
        atLeastOne(...updateNames(api)),
      ),
    },
    (call, sent) => updateProject(call, findProject(call), sent),
  )

  life(api)
}

/** Archiving, unarchiving, deleting and restoring projects. */
function life(api: Api): void {
  const one = { before: login, params: params({ id: segment }) }

  api.post('/projects/:id/archive', one, (call) => {
    const project = findOwn(call)
    if (project.archived) throw failed(400, 'Project is already archived.')
    if (isGroupArchived(call.store, project.group_id)) {
      throw failed(400, 'Cannot archive project since one of the ancestors is already archived.')
    }
    return presentProject(call, save(call, project, { archived: true }))
  })

  api.post('/projects/:id/unarchive', one, (call) => {
    const project = findOwn(call)
    if (isGroupArchived(call.store, project.group_id)) {
      throw failed(400, 'Cannot unarchive project since one of the ancestors is archived.')
    }
    return presentProject(call, save(call, project, { archived: false }))
  })

  // GitLab takes any other value for false.
  const truth = new Param<boolean, true>((raw) =>
    /^\s*(?:1|t|true|y|yes|on)\s*$/i.test(isScalar(raw) ? String(raw) : ''),
  )
  const removal = params({ id: segment, permanently_remove: truth, full_path: string })
  api.delete('/projects/:id', { before: login, params: removal }, (call, { permanently_remove, full_path }) => {
    const project = findOwn(call)
    const model = new ProjectModel(call.store)
    if (permanently_remove) {
      if (!project.marked_for_deletion_on) throw failed(400, 'Project must be marked for deletion first.')
      if (full_path !== project.path_with_namespace) {
        throw failed(400, '`full_path` is incorrect. You must enter the complete path for the project.')
      }
    } else if (project.marked_for_deletion_on) {
      throw failed(400, 'Project has already been marked for deletion')
    }
    requireUnmodified(call, project)
    if (permanently_remove) model.remove(project)
    else if (!goesWithGroup(call.store, project.group_id)) model.mark(project, call.now())
    call.status = 202
    return { message: '202 Accepted' }
  })

  api.post('/projects/:id/restore', one, (call) => {
    const project = findOwn(call)
    if (!project.marked_for_deletion_on) throw failed(400, 'Project has not been marked for deletion')
    return presentProject(call, new ProjectModel(call.store).restore(project, call.now()))
  })
}

/** The parameters of an update that the edition has. */
function ofEdition<P>(api: Api, shape: Record<string, P>): Record<string, P> {
  const missing = missingNames(api)
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !missing.includes(name)))
}

type Sent = Partial<Bound<typeof creation>> & Record<string, unknown>

function createProject(call: Call, creator: UserRecord, sent: Sent) {
  const { store, instance } = call
  requireAccessible(call, sent.import_url)
  if (instance.flavor === 'gitlab') requireValid(complaintsAboutTemplate(instance, sent))
  const home = sent.namespace_id ? findNamespace(store, sent.namespace_id) : { user: creator }
  if (!home || !mayCreateProject(call, creator, home) || home.group?.marked_for_deletion_on)
    throw invalid({ namespace: ['is not valid'] })
  const model = new ProjectModel(store, call.instance)
  if (home.user && !model.hasRoom(home.user)) throw new HttpError(403, { error: [limitReached(home.user)] })
  dropUnlicensed(call, sent)
  const taken = Object.fromEntries(Object.entries(sent).filter(([name]) => !onlyInUpdates.has(name))) as Sent
  const { changes, complaints } = readSettings(call.instance, {}, taken, call.now())
  const forbidden = home.group && model.forbidsRunners(home.group.id)
  if (sent.shared_runners_enabled && forbidden) complaints.shared_runners_enabled = [runnersForbidden]
  requireValid(complaints)
  const topics = new TopicModel(store).spell(changes.topics ?? [])
  if (!topics) throw invalid({ base: [unsavedTopics] })
  const create = () => model.create(home, sent as Parameters<ProjectModel['create']>[1], creator, call.now())
  const project = call.race === 'second' ? raceSecond(create, uniqueViolation()) : create()
  const shared = home.group?.settings?.shared_runners_setting ?? 'enabled'
  const made = store.of(projects).update(project, {
    ...changes,
    ...(changes.topics && { topics }),
    settings: {
      ...(project.visibility === 'public' && Object.fromEntries(levelsOfModels.map((name) => [name, 'enabled']))),
      ...(shared !== 'enabled' && { shared_runners_enabled: false }),
      ...changes.settings,
    },
    ...ownFields(call, taken),
  })
  if (sent.initialize_with_readme) new ProtectedBranchModel(store).protectDefault(made, call.now())
  const isImported = instance.flavor === 'gitlab' && (isFromTemplate(sent) || Boolean(sent.import_url))
  return isImported ? importInto(call, made, sent) : presentProject(call, made, { single: true })
}

const unsavedTopics = 'Failed to replace topics because one or more of the new records could not be saved.'
const runnersForbidden = 'cannot be enabled because parent group does not allow it'

const limitReached = ({ projects_limit: limit }: UserRecord): string =>
  limit === 0
    ? 'You cannot create projects in your personal namespace. Contact your GitLab administrator.'
    : `You've reached your limit of ${limit} projects created. Contact your GitLab administrator.`

/** The lowest role that can create projects, by the group's setting. */
const creators: Record<string, number> = {
  noone: Infinity,
  administrator: roles.admin,
  owner: roles.owner,
  maintainer: roles.maintainer,
  developer: roles.developer,
}

/** Whether the user can create projects in the namespace. */
export function mayCreateProject({ store }: Call, user: UserRecord, { group, user: holder }: Home): boolean {
  if (holder) return holder.id === user.id ? !user.external && !user.bot : user.admin
  const level = String(group.settings?.project_creation_level ?? 'developer')
  return !isGroupArchived(store, group.id) && groupRole(store, user, group.id) >= (creators[level] ?? roles.developer)
}

function updateProject(call: Call, project: ProjectRecord, sent: Sent) {
  requireRole(call, project, roles.maintainer)
  const own = sent.visibility || sent.ci_delete_pipelines_in_seconds !== undefined
  if (own) requireRole(call, project, roles.owner)
  if (sent.path === null && has(call.instance, 'failingNullPaths')) throw internalError()
  const import_type = sent.import_url ? 'git' : undefined
  dropUnlicensed(call, sent)
  // Without a license, GitLab stores the type of the import, but not its URL.
  if (lacksMirrors(call.instance)) delete sent.import_url
  requireAccessible(call, sent.import_url)
  requireRoleForVariables(call, project, sent)
  // Only administrators can change this setting. For others, GitLab ignores it.
  if (!call.user?.admin) delete sent.max_artifacts_size
  // Only owners can change these. For maintainers, GitLab ignores them.
  if (!isOwner(call, project)) {
    delete sent.emails_enabled
    delete sent.emails_disabled
  }
  const { changes, complaints } = readSettings(call.instance, project, sent, call.now())
  const patch = Object.fromEntries(
    (['name', 'path', 'visibility', 'default_branch', 'description'] as const)
      // Null clears these three, and is ignored for the others.
      .filter((name) => sent[name] !== undefined && (sent[name] !== null || /^(?:name|path|description)$/.test(name)))
      .map((name) => [name, sent[name]]),
  ) as ProjectPatch
  Object.assign(complaints, complaintsAboutMirror(call.instance, sent, changes.settings ?? {}))
  const hasNullCount = sent.fallback_approvals_required === null
  if (hasNullCount && !isFree(call.instance)) complaints.approvals_before_merge = ['is not a number']
  if (sent.shared_runners_enabled && new ProjectModel(call.store).forbidsRunners(project.group_id)) {
    complaints.shared_runners_enabled = [runnersForbidden]
  }
  if (sent.cicd_catalog_enabled && !(patch.description ?? project.description)) {
    throw failed(400, 'To set the project as a catalog resource, the project must have a description.')
  }
  const model = new ProjectModel(call.store, call.instance)
  // GitLab responds with null to a change that its database refuses, and stores none of it.
  const hasNullRole = sent.ci_pipeline_variables_minimum_override_role === null
  if (cannotBeStored(sent) || hasNullCount || (hasNullRole && has(call.instance, 'refusedNulls'))) {
    requireValid(complaints)
    if (has(call.instance, 'refusedNulls')) throw failed(422, 'Project could not be updated!')
    return null
  }
  const topics = new TopicModel(call.store).spell(changes.topics ?? [])
  if (!topics) return null
  // The defaults depend on the visibility with which the project was created.
  const levels = patch.visibility && { ...usualLevels(call.instance, project), ...changes.settings }
  const updated = model.update(project, patch, call.now(), complaints)
  const saved = save(call, updated, {
    ...changes,
    ...(changes.topics && { topics }),
    settings: { ...(levels ?? changes.settings), ...(import_type && { import_type }), ...mirrorUser(call, sent) },
    ...ownFields(call, sent, project),
  })
  const shown = presentProject(call, saved, { single: true })
  return { ...shown, ...clearedFlow(project, saved, shown) }
}

/** Who mirrors: the user who has enabled the mirror. */
const mirrorUser = ({ user }: Call, sent: Sent) => (sent.mirror && user ? { mirror_user_id: user.id } : {})

/** An inherited setting that a change has cleared. Only its response shows null. */
function clearedFlow(before: ProjectRecord, after: ProjectRecord, shown: object): Record<string, null> {
  const name = 'duo_remote_flows_enabled'
  const isCleared = after.settings?.[name] === null && before.settings?.[name] != null
  return isCleared && name in shown ? { [name]: null } : {}
}

const isOwner = (call: Call, project: ProjectRecord): boolean => roleOf(call, project) >= roles.owner

/** The settings that are fields of the record. */
function ownFields(call: Call, sent: Sent, old?: ProjectRecord): Partial<ProjectRecord> {
  const { repository_storage, restrict_user_defined_variables: restricted } = sent
  const role = sent.ci_pipeline_variables_minimum_override_role ?? olderRole(restricted, old)
  return {
    ...(role && { ci_pipeline_variables_minimum_override_role: role as 'developer' }),
    ...(call.user?.admin && repository_storage && { repository_storage }),
  }
}

/** What the deprecated Boolean setting makes of the role. Stricter roles than that of maintainers stay. */
function olderRole(restricted: unknown, old: ProjectRecord | undefined): string | undefined {
  if (typeof restricted !== 'boolean') return undefined
  if (!restricted) return 'developer'
  return isRestricted(old) ? undefined : 'maintainer'
}

const isRestricted = (project: ProjectRecord | undefined): boolean =>
  project !== undefined && project.ci_pipeline_variables_minimum_override_role !== 'developer'

/** @throws HttpError 400 if only an owner can change who sets variables of pipelines. */
function requireRoleForVariables(call: Call, project: ProjectRecord, sent: Sent): void {
  const { ci_pipeline_variables_minimum_override_role: role, restrict_user_defined_variables: restricted } = sent
  const old = project.ci_pipeline_variables_minimum_override_role
  const changesRole = role != null && role !== old
  const changes = changesRole || (typeof restricted === 'boolean' && restricted !== isRestricted(project))
  if (!changes || isOwner(call, project)) return
  const setting = 'ci_pipeline_variables_minimum_override_role'
  if (changesRole && role === 'owner') throw failed(400, `Changing the ${setting} to the owner role is not allowed`)
  const isClosed = old === 'no_one_allowed' && has(call.instance, 'variablesForNoRole')
  if (old === 'owner' || isClosed) {
    throw failed(400, `Changing the restrict_user_defined_variables or ${setting} is not allowed`)
  }
}

/** Removes settings that GitLab ignores without a license. */
function dropUnlicensed({ instance }: Call, sent: Sent): void {
  if (instance.flavor === 'spec') return
  const missing = lacking(instance)
  for (const name of droppedWithoutLicense) if (missing.includes(name)) delete sent[name]
  dropMirror(instance, sent)
}

/** @throws HttpError 404, or 403 if the caller is not an owner. */
function findOwn(call: Call): ProjectRecord {
  const project = findProject(call)
  if (!isOwner(call, project)) throw forbidden()
  return project
}

const save = (call: Call, project: ProjectRecord, changes: Partial<ProjectRecord>): ProjectRecord =>
  call.store.of(projects).update(project, { ...changes, updated_at: call.now() })
