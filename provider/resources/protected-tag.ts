import type { ProtectedTag as Live, ProtectedTagCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { problemOfPathName, reference, text } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { subjectIds } from '../core/schema/subject-names'
import { onlyRole, problemsOfSubjects } from '../core/service/access-subjects'
import { mistakeInName } from './protected-branch-name'
import { refusalsOfEntries } from './protected-branch-refusals'
import { createAccessLevels } from './protected-tag-entries'

export const protectedTag = define<Live, ProtectedTagCreate>()({
  kind: 'protected-tag',
  plural: 'protected tags',
  sets: { remove: 'unprotect tags', keep: 'protections' },
  exported: true,
  facts: ({ allowedToCreate }) => ({ allowedToCreate }),
  otherTools: {
    terraform: { types: ['gitlab_tag_protection'], name: 'tag' },
    pulumiGitlab: {
      // The entries are read from the service, in the order of the program.
      values: ({ tag }, _inputs, { allowedToCreate }) => ({
        name: tag,
        ...(allowedToCreate !== undefined && { allowedToCreate }),
      }),
    },
  },
  page: () => '-/settings/repository#js-protected-tags-settings',
  access: { read: 'maintainer', write: 'maintainer' },
  identity: { parent: 'project', key: 'name', naturalKey: ['name'] },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the protected tag. */
    project: reference('project'),
    /**
     * Name of a tag, or a wildcard, such as `"v*"`. The tag does not have to exist. At most 255 characters. Changing it
     * replaces the protection.
     */
    name: text({ maxLength: 255, problem: problemOfPathName('must be the name of a tag or a wildcard') }),
    /**
     * Who can create the tag: at least one entry, each with exactly one of `accessLevel`, `userId`, `user`, `groupId`,
     * `group` and `deployKeyId`. The API cannot change a protection, so an update deletes it and creates it again: in between, the
     * tags are not protected. Default: Maintainers.
     */
    allowedToCreate: optional(createAccessLevels.field, createAccessLevels.default),
  },
  output: {
    /** Ids of the entries of `allowedToCreate` on the service, by subject, such as `"accessLevel 40"`. */
    createAccessLevelIds: createAccessLevels.ids,
    /** Ids of the users and groups that `allowedToCreate` names, such as `{ "user alice": 3 }`. */
    subjectIds: subjectIds(['allowedToCreate']),
  },
  replaceOn: ['project', 'name'],
  likelyMistakes: ({ name }) => mistakeInName(name, 'tag'),
  hints: {
    byArgument: {
      allowedToCreate:
        'users and groups require Premium or Ultimate, a user must be a member of the project, and a group must be invited ' +
        'to the project itself',
    },
    onCommunity: { allowedToCreate: onlyRole },
    byStatus: { 403: 'Only Maintainers of the project can read and manage its protected tags.' },
    byError: ({ status, serverMessage }) =>
      status === 422 && /(user|group) must be blank/.test(serverMessage)
        ? 'Entries of users and groups require Premium or Ultimate.'
        : undefined,
  },
  api: {
    refusalsOfInputs: refusalsOfEntries(['allowedToCreate']),
    list: (api, at) => api.protectedTags.list(at.project),
    read: (api, at) => api.protectedTags.get(at.project, at.name),
    create: (api, at, _body, { name, allowedToCreate }) =>
      api.protectedTags.create(at.project, {
        name,
        ...createAccessLevels.toCreate(allowedToCreate, 'create_access_level', 'allowed_to_create'),
      }),
    recreate: {
      meanwhile: 'tags that match the name are not protected',
      lost: 'UNPROTECTED',
      problems: (api, at, { allowedToCreate }, { create_access_levels }) =>
        problemsOfSubjects(api, at.project, allowedToCreate, create_access_levels),
    },
    delete: (api, at) => api.protectedTags.delete(at.project, at.name),
  },
})

/** Arguments of a {@link ProtectedTag}. */
export interface ProtectedTagArgs extends ArgsOf<typeof protectedTag.input>, AdoptableByName {}

/**
 * The protection of a tag, or of the tags that match a wildcard: who can create them.
 *
 * ```ts
 * new trueup.ProtectedTag("releases", { project: "acme/web", name: "v*", allowedToCreate: [{ user: "alice" }] })
 * ```
 */
export class ProtectedTag extends resource<ProtectedTagArgs>()(protectedTag) {}

/** Arguments of a {@link ProtectedTagSet}. */
export interface ProtectedTagSetArgs
  extends
    Pick<ProtectedTagArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProtectedTagArgs, 'project' | 'onConflict', 'name'>> {}

/** Protected tags of one project as a single resource, which is many times faster than one resource for each protected tag. */
export class ProtectedTagSet extends resourceSet<ProtectedTagSetArgs>()(protectedTag) {}
