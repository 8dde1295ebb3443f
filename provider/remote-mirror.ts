import type { RemoteMirror as Live, RemoteMirrorCreate } from '../sdk'
import { computed, define, number, string } from './core/define'
import { type ArgsOf, optional, required } from './core/field'
import { choice, flag, reference, strip, text, Type } from './core/fields'
import { type AdoptableById, resource } from './core/resource'

/** Where to push to; the service shows it without credentials, and without percent-encoding. */
const mirrorUrl = required<string>(Type.String(), {
  mayHoldSecret: true,
  canonical: canonicalUrl,
  problem: urlProblem,
})

export const remoteMirror = define<Live, RemoteMirrorCreate>()({
  kind: 'remote-mirror',
  parent: 'project',
  key: 'mirrorId',
  title: 'url',
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
    url: mirrorUrl,
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
    /** Which branches are pushed, as an RE2 expression of at most 255 characters; Premium and Ultimate. Default null: all. */
    mirrorBranchRegex: optional(
      text({
        emptyIsUnset: true,
        problem: (regex) => (regex.length > 255 ? 'must have at most 255 characters' : undefined),
      }),
      null,
    ),
    /** How the service signs in: `"password"`, or `"ssh_public_key"` with a key pair of its own. Default `"password"`. */
    authMethod: optional(choice(['password', 'ssh_public_key']), 'password'),
  },
  output: {
    /** Id on the service. */
    mirrorId: number('id'),
    /** The URL as the service shows it, its credentials as asterisks. */
    maskedUrl: string('url'),
    /** The public key to be let in at the target, with `authMethod` `"ssh_public_key"`; else null. */
    publicKey: computed<string | null>({ wire: 'public_key', once: true }),
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
  reasons: {
    enabled: 'push mirroring may be off for the instance, the repository empty, or the instance in silent mode',
  },
  causes: {
    401: 'Remote mirrors are managed by Maintainers of the project, where the instance allows mirroring.',
  },
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
  details: async (api, at, { authMethod }) =>
    authMethod === 'ssh_public_key'
      ? { ...(await api.remoteMirrors.publicKey(at.project, at.mirrorId)) }
      : { public_key: null },
})

/** Arguments of a {@link RemoteMirror}. */
export interface RemoteMirrorArgs extends ArgsOf<typeof remoteMirror.input>, AdoptableById {}

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
export const RemoteMirror = resource<RemoteMirrorArgs>()(remoteMirror)
export type RemoteMirror = InstanceType<typeof RemoteMirror>

const hasUser = (url: string) => /^[a-z]+:\/\/[^/]*@/i.test(url)

function urlProblem(given: string): string | undefined {
  const value = strip(given)
  const scp = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(value)
  if (scp) return `must be a URL: write it as "ssh://${scp[1]}/${scp[2]}"`
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^(https?|ssh|git):$/.test(url.protocol) || !url.hostname) {
    return 'must be a URL that begins with https://, http://, ssh:// or git://'
  }
  if (url.password || (url.username && !(url.username === 'git' && url.protocol === 'ssh:'))) {
    return 'must not hold credentials: give them as username and password'
  }
  return undefined
}

const defaultPorts: Record<string, string> = { http: '80', https: '443', ssh: '22', git: '9418' }

/** Scheme and host in lower case, no default port; the path byte for byte. A live URL counts as the one it shows. */
function canonicalUrl(value: string, like?: unknown): string {
  const parts = /^([a-z]+):\/\/(?:([^/@]*)@)?(\[[^\]]*\]|[^/:]*)(?::(\d+))?(.*)$/is.exec(strip(value))
  if (!parts) return value
  const [, scheme = '', user, host = '', port, path = ''] = parts
  const own = user === 'git' && scheme.toLowerCase() === 'ssh' ? 'git@' : ''
  const number = port && port !== defaultPorts[scheme.toLowerCase()] ? `:${port}` : ''
  const url = `${scheme.toLowerCase()}://${own}${host.toLowerCase()}${number}${path}`
  return typeof like === 'string' && shown(url) === shown(like) ? like : url
}

/** A URL as far as the service shows it. */
function shown(url: string): string {
  const bare = url.replace(/^([a-z]+:\/\/)[^/@]*@/, '$1')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** The URL as the service wants it when a mirror is made, and never shows it again. */
function withCredentials(url: string, username: string | null, password: string | null): string {
  if (username === null) return url
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`
  return url.replace('://', `://${encodeURIComponent(username)}${secret}@`)
}
