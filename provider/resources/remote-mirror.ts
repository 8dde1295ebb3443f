import type { RemoteMirror as Live, RemoteMirrorCreate } from '../../sdk'
import { type AdoptableDuplicate, resource, resourceSet } from '../core/pulumi/resource'
import { computed, isText, number, orNull } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { InvalidResponse } from '../core/schema/invalid-response'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, flag, reference, text } from '../core/schema/fields'
import { hasUser, masked, mirrorUrl, withCredentials } from './remote-mirror-url'
import type { SetArgs, SetItem } from '../core/schema/set'

export const remoteMirror = define<Live, RemoteMirrorCreate>()({
  kind: 'remote-mirror',
  plural: 'remote mirrors',
  sets: true,
  exported: true,
  access: { read: 'maintainer', write: 'maintainer' },
  identity: {
    parent: 'project',
    key: 'mirrorId',
    title: 'url',
    naturalKey: ['url'],
    allowsDuplicates: true,
  },
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Another project makes another mirror;
     * another spelling of the same project changes nothing.
     */
    project: reference('project'),
    /**
     * Where to push to: `http`, `https`, `ssh` or `git`, such as `"https://example.com/acme/web.git"` or
     * `"ssh://git@example.com/acme/web.git"`. Credentials go into `username` and `password`. Another URL makes
     * another mirror, before the old one is deleted.
     */
    url: mirrorUrl(),
    /** User at the target. The service never shows it again; another one makes another mirror. Default null: none. */
    username: optional(text({ secret: true, local: true }), null),
    /** Password or token of that user. The service never shows it again; another one makes another mirror. Default null: none. */
    password: optional(text({ secret: true, local: true }), null),
    /** Whether the service pushes. Default false. */
    enabled: optional(flag(), false),
    /** Whether only protected branches are pushed; not together with `mirrorBranchRegex`. Default false. */
    onlyProtectedBranches: optional(flag(), false),
    /** Whether branches that have diverged at the target are left as they are. Default false. */
    keepDivergentRefs: optional(flag(), false),
    /** Which branches are pushed, as an RE2 expression of at most 255 characters; not in the Community Edition. Default null: all. */
    mirrorBranchRegex: optional(
      text({
        emptyIsUnset: true,
        maxLength: 255,
        // The service keeps blanks, but takes them for no expression.
        fromWire: (regex) => (typeof regex === 'string' && regex.trim() !== '' ? regex : null),
        problem: (regex) => (/^\s+$/.test(regex) ? 'must not be blank' : undefined),
      }),
      null,
    ),
    /** How the service signs in: `"password"`, or `"ssh_public_key"` with a key pair of its own. Default `"password"`. */
    authMethod: optional(choice(['password', 'ssh_public_key']), 'password'),
  },
  output: {
    /** Id on the service. */
    mirrorId: number('id'),
    /** The URL as the service shows it, with credentials replaced by asterisks. Secret if `url` is secret. */
    maskedUrl: computed<string>(isText, { shows: 'url', read: ({ url }) => masked(url) }),
    /**
     * The public key to authorize at the target, if `authMethod` is `"ssh_public_key"`. Otherwise null, and also null
     * if the service has no endpoint for the key: see the project's settings for it.
     */
    publicKey: computed<string | null>(orNull(isText), { wire: 'public_key', once: true }),
  },
  replaceOn: ['project', 'url', 'username', 'password'],
  check: ({ url, username, password, onlyProtectedBranches, mirrorBranchRegex, authMethod }) => [
    ...(onlyProtectedBranches && mirrorBranchRegex != null
      ? [
          {
            property: 'mirrorBranchRegex' as const,
            reason: 'mirrorBranchRegex and onlyProtectedBranches exclude each other: give one of them',
          },
        ]
      : []),
    ...(url && hasUser(url) && username != null
      ? [{ property: 'username' as const, reason: 'username stands in the url already: give it once' }]
      : []),
    ...(password != null && username === null && url && !hasUser(url)
      ? [{ property: 'password' as const, reason: 'password needs a username; for most tokens any, like "oauth2"' }]
      : []),
    ...(authMethod === 'ssh_public_key' && url !== undefined && !url.startsWith('ssh://')
      ? [{ property: 'authMethod' as const, reason: 'authMethod "ssh_public_key" needs a url that begins with ssh://' }]
      : []),
  ],
  hints: {
    byArgument: {
      mirrorBranchRegex: 'GitLab Community Edition has no such patterns and mirrors all branches',
      enabled: 'push mirroring may be off for the instance, the repository empty, or the instance in silent mode',
    },
    byStatus: {
      401: 'Remote mirrors are managed by Maintainers of the project, where the instance allows mirroring.',
    },
  },
  api: {
    list: (api, at) => api.remoteMirrors.list(at.project),
    read: (api, at) => api.remoteMirrors.get(at.project, at.mirrorId),
    create: (api, at, body, { url, username, password }) =>
      api.remoteMirrors.create(at.project, { ...body, url: withCredentials(url, username, password) }),
    update: (api, at, { only_protected_branches, mirror_branch_regex, ...rest }, { want }) =>
      api.remoteMirrors.update(at.project, at.mirrorId, {
        ...rest,
        // The service takes one of the two, and clears the other by itself.
        ...(mirror_branch_regex !== undefined && !want.onlyProtectedBranches
          ? { mirror_branch_regex }
          : only_protected_branches !== undefined || mirror_branch_regex !== undefined
            ? { only_protected_branches: want.onlyProtectedBranches }
            : {}),
      }),
    delete: (api, at) => api.remoteMirrors.delete(at.project, at.mirrorId),
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
 * A push mirror: another repository that the service keeps up to date with this one.
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
  extends
    Pick<RemoteMirrorArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<RemoteMirrorArgs, 'project' | 'onConflict'>> {}

/** Any number of remote mirrors of one project as a single resource, which is many times faster than one resource for each. */
export class RemoteMirrorSet extends resourceSet<RemoteMirrorSetArgs>()(remoteMirror) {}
