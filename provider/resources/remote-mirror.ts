import type { RemoteMirror as Live, RemoteMirrorCreate } from '../../sdk'
import { type AdoptableDuplicate, resource, resourceSet } from '../core/pulumi/resource'
import { computed, isText, number, orNull } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, flag, reference, text } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { SetArgs, SetItem } from '../core/schema/set'
import {
  hostKeys,
  hostKeysNotApplied,
  lostHostKeys,
  mistakesInHostKeys,
  warningsOfHostKeys,
} from './remote-mirror-host-keys'
import { urlAndCredentials } from './remote-mirror-pulumi-gitlab'
import { hasUser, masked, mirrorUrl, withCredentials } from './remote-mirror-url'

/** How many enabled push mirrors a project can have. GitLab 18.9 has no limit. */
const MOST_ENABLED = 10

export const remoteMirror = define<Live, RemoteMirrorCreate>()({
  kind: 'remote-mirror',
  plural: 'remote mirrors',
  sets: { objects: 'mirrors', title: 'Push mirrors' },
  exported: true,
  facts: ({ enabled }) => ({ enabled }),
  exportName: ({ url }) => (URL.canParse(String(url)) ? new URL(String(url)).host : undefined),
  otherTools: {
    terraform: { types: ['gitlab_project_mirror', 'gitlab_project_push_mirror'], id: 'mirror_id' },
    pulumiGitlab: { key: 'mirrorId', values: urlAndCredentials },
  },
  page: () => '-/settings/repository#js-push-remote-settings',
  access: { read: 'maintainer', write: 'maintainer' },
  identity: {
    parent: 'project',
    key: 'mirrorId',
    title: 'url',
    naturalKey: ['url'],
    // GitLab 18.9 accepts any number of mirrors with the same URL, GitLab 19.3 only one.
    allowsDuplicates: 'on some services',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the mirror. */
    project: reference('project'),
    /**
     * Target: an `http`, `https`, `ssh` or `git` URL, such as `"https://example.com/acme/web.git"` or
     * `"ssh://git@example.com/acme/web.git"`. Set credentials as `username` and `password`. Changing it replaces the
     * mirror.
     */
    url: mirrorUrl(),
    /**
     * User at the target. Changing it replaces the mirror: the old one is deleted first, because a service can refuse two
     * mirrors with one URL. Default: null (none).
     */
    username: optional(text({ secret: true, local: true }), null),
    /**
     * Password or token of the user. The service never returns it. Changing it replaces the mirror, like a change of the
     * user. Default: null (none).
     */
    password: optional(text({ secret: true, local: true }), null),
    /** Whether the service pushes. Default: false. */
    enabled: optional(flag(), false),
    /** Whether only protected branches are pushed. Cannot be combined with `mirrorBranchRegex`. Default: false. */
    onlyProtectedBranches: optional(flag(), false),
    /** Whether to skip branches that have diverged at the target. Default: false. */
    keepDivergentRefs: optional(flag(), false),
    /**
     * The branches to push, as an RE2 expression of at most 255 characters. Not supported by the Community Edition.
     * Default: null (all).
     */
    mirrorBranchRegex: optional(
      text({
        emptyIsUnset: true,
        maxLength: 255,
        ifMissing: null,
        // The service stores a blank expression but ignores it.
        fromWire: (regex) => (typeof regex === 'string' && regex.trim() !== '' ? regex : null),
        problem: (regex) => (/^\s+$/.test(regex) ? 'must not be blank' : undefined),
      }),
      null,
    ),
    /** Authentication: `"password"`, or `"ssh_public_key"` with a key pair of the service. Default: `"password"`. */
    authMethod: optional(choice(['password', 'ssh_public_key']), 'password'),
    /**
     * The SSH host keys of the target, at most 10: lines of `ssh-keyscan` or of a file `known_hosts`, such as
     * `"ssh-ed25519 AAAA…"` or `"git.example.com ssh-ed25519 AAAA…"`. A key without a host is for that of the `url`. The
     * service shows only fingerprints, which are compared. Without host keys, it does not push to an `ssh://` URL.
     * Requires a service that can set them, such as GitLab 19.3. `[]` removes all. Default: null (those that were entered
     * in the settings of the project stay).
     */
    hostKeys: hostKeys(),
  },
  output: {
    /** Id on the service. */
    mirrorId: number('id'),
    /** The URL as returned by the service, with masked credentials. Secret if `url` is secret. */
    maskedUrl: computed<string>(isText, { shows: 'url', read: ({ url }) => masked(url) }),
    /**
     * The public key to authorize at the target, if `authMethod` is `"ssh_public_key"`. Otherwise null, and also null
     * if the service has no endpoint for the key: see the project's settings for it.
     */
    publicKey: computed<string | null>(orNull(isText), { wire: 'public_key', once: true, changedBy: ['authMethod'] }),
  },
  replaceOn: ['project', 'url', 'username', 'password'],
  check: ({ url, username, password, onlyProtectedBranches, mirrorBranchRegex, authMethod }) => [
    ...(onlyProtectedBranches && mirrorBranchRegex != null
      ? [
          {
            property: 'mirrorBranchRegex' as const,
            reason: 'mirrorBranchRegex and onlyProtectedBranches cannot be combined: set one of them',
          },
        ]
      : []),
    ...(url && hasUser(url) && username != null
      ? [{ property: 'username' as const, reason: 'username is already part of the url: set it once' }]
      : []),
    ...(password != null && username === null && url && !hasUser(url)
      ? [
          {
            property: 'password' as const,
            reason: 'password requires a username; most tokens accept any, such as "oauth2"',
          },
        ]
      : []),
    ...(authMethod === 'ssh_public_key' && url !== undefined && !url.startsWith('ssh://')
      ? [
          {
            property: 'authMethod' as const,
            reason: 'authMethod "ssh_public_key" requires a url that starts with ssh://',
          },
        ]
      : []),
  ],
  warnings: warningsOfHostKeys,
  likelyMistakes: mistakesInHostKeys,
  existence: {
    notAdoptable: ({ id, url }, { username, password }, isNamed) => {
      const hasCredentials = url?.includes('@') === true
      if ((username === null && password === null) || (isNamed && hasCredentials)) return undefined
      const remedy =
        'Adopt it without username and password: if you declare them afterwards, they replace it. Or delete it.'
      return hasCredentials
        ? `the credentials of a mirror cannot be changed, and the service does not show them. If they are as declared, set adoptId: ${id}. Otherwise: ${remedy}`
        : `the credentials of a mirror cannot be changed, and this one has none. ${remedy}`
    },
  },
  hints: {
    byError: ({ serverMessage }, { project }) =>
      serverMessage.includes('cannot mirror a repository to itself')
        ? `The url is that of ${String(project)} itself: set that of another repository.`
        : serverMessage.includes('Maximum number of push mirrors')
          ? `Disable or delete a mirror of ${String(project)} first. To replace one of ${MOST_ENABLED} mirrors by one ` +
            'with another url, set the resource option deleteBeforeReplace: true.'
          : undefined,
    byArgument: {
      mirrorBranchRegex: 'GitLab Community Edition does not support branch patterns and mirrors all branches',
      hostKeys: hostKeysNotApplied,
      enabled:
        'push mirroring can be disabled for the instance, the repository can be empty, or the instance can be in silent mode',
    },
    byStatus: {
      401: 'Managing remote mirrors requires the Maintainer role, and an instance that allows mirroring.',
    },
  },
  api: {
    list: (api, at) => api.remoteMirrors.list(at.project),
    read: (api, at) => api.remoteMirrors.get(at.project, at.mirrorId),
    create: (api, at, body, { url, username, password }) =>
      api.remoteMirrors.create(at.project, { ...body, url: withCredentials(url, username, password) }),
    update: (api, at, { only_protected_branches, mirror_branch_regex, host_keys, ...rest }, { inputs: want }) => {
      const body = {
        ...rest,
        // Null would remove them.
        ...(host_keys && { host_keys }),
        // The service accepts only one of the two, and clears the other.
        ...(mirror_branch_regex !== undefined && !want.onlyProtectedBranches
          ? { mirror_branch_regex }
          : only_protected_branches !== undefined || mirror_branch_regex !== undefined
            ? { only_protected_branches: want.onlyProtectedBranches }
            : {}),
      }
      return Object.keys(body).length > 0
        ? api.remoteMirrors.update(at.project, at.mirrorId, body)
        : api.remoteMirrors.get(at.project, at.mirrorId)
    },
    delete: (api, at) => api.remoteMirrors.delete(at.project, at.mirrorId),
    refusalBeside: (others, { enabled }) =>
      enabled && others.filter((mirror) => mirror.enabled).length >= MOST_ENABLED
        ? `${MOST_ENABLED} other mirrors are enabled: disable or delete one of them first`
        : undefined,
    meanwhile: 'nothing is pushed to it',
    lostByReplacement: lostHostKeys,
    details: async (api, at, { authMethod }) => {
      if (authMethod !== 'ssh_public_key') return { public_key: null }
      try {
        const { public_key } = await api.remoteMirrors.publicKey(at.project, at.mirrorId)
        if (typeof public_key !== 'string') throw new InvalidResponse()
        return { public_key }
      } catch (error) {
        // Older services only show the key in the project's settings.
        if ((error as { routeMissing?: boolean }).routeMissing !== true) throw error
        return { public_key: null }
      }
    },
  },
})

/** Arguments of a {@link RemoteMirror}. */
export interface RemoteMirrorArgs extends ArgsOf<typeof remoteMirror.input>, AdoptableDuplicate {}

/**
 * A push mirror: a repository to which the service pushes the changes of the project.
 *
 * ```ts
 * new trueup.RemoteMirror("backup", {
 *   project: "acme/web", url: "https://example.com/acme/web.git", enabled: true,
 *   username: "mirror", password: config.requireSecret("mirrorPassword"),
 * })
 * ```
 */
export class RemoteMirror extends resource<RemoteMirrorArgs>()(remoteMirror) {}

/** Arguments of a {@link RemoteMirrorSet}. */
export interface RemoteMirrorSetArgs
  extends Pick<RemoteMirrorArgs, 'project' | 'onConflict'>, SetArgs<SetItem<RemoteMirrorArgs, 'project'>> {}

/** Remote mirrors of one project as a single resource, which is many times faster than one resource for each. */
export class RemoteMirrorSet extends resourceSet<RemoteMirrorSetArgs>()(remoteMirror) {}
