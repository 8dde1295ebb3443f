import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { remoteMirror } from '../../../provider/resources/remote-mirror'
import { cases, optional, plain, type Target } from './cases'
import { project } from './reference'
import { pick } from './style'
import { texts } from './text'
import { normalUrl, shownUrl, storedUrl, url } from './url'

interface RemoteMirror {
  project: number
  url: string
  username: string | null
  password: string | null
  enabled: boolean
  onlyProtectedBranches: boolean
  keepDivergentRefs: boolean
  mirrorBranchRegex: string | null
  authMethod: 'password' | 'ssh_public_key'
}

// The service accepts no line breaks, not even escaped, and no names that start with an escape.
const names = fc
  .oneof(fc.constantFrom('mirror', 'oauth2', 'me@example.com', '1:2', 'a/b%', 'x?#', ''), texts(40))
  .filter((name) => /^([A-Za-z0-9][^\r\n]*)?$/.test(name) && name !== 'git')
const passwords = texts(60).filter((password) => /^[^\r\n]*$/.test(password))

const patterns = fc.constantFrom(
  ...['main', '.*', '^release/\\d+$', 'a|b', '(?i)feature/.+', '[[:alpha:]]+', '\\p{L}', 'ü', ' a ', 'x'.repeat(255)],
)

/** The service keeps blanks, which choose no branches. */
const expression = (regex: string | null) => (regex?.trim() ? regex : null)

const yes = optional(plain(fc.boolean()), false, [false])

const patch = ({ emulator, live }: Target<RemoteMirror>, changes: Json) =>
  emulator.patch('remote_mirrors', Number(live.id), changes)
const put = ({ emulator, path }: Target<RemoteMirror>, changes: Json) => emulator.put(path, changes, { as: 'root' })

export const remoteMirrorCases = () =>
  cases<RemoteMirror>({
    definition: remoteMirror,
    // The flavor of the specification cannot set host keys.
    skipped: { hostKeys: 'test/resources/remote-mirror-host-keys.test.ts' },
    keepsKey: ['username', 'password'],
    arguments: {
      project,
      url,
      username: optional(plain(fc.option(names)), null),
      password: optional(plain(fc.option(passwords)), null),
      enabled: yes,
      onlyProtectedBranches: yes,
      keepDivergentRefs: yes,
      mirrorBranchRegex: optional(plain(fc.option(patterns)), null, ['']),
      authMethod: optional(plain(fc.constantFrom('password', 'ssh_public_key')), 'password', ['password']),
    },
    settle: (values) => {
      const isGit = values.url.startsWith('ssh://git@')
      const username = isGit ? null : values.username
      return {
        ...values,
        username,
        password: isGit || username !== null ? values.password : null,
        mirrorBranchRegex: values.onlyProtectedBranches ? null : values.mirrorBranchRegex,
        authMethod: values.url.startsWith('ssh:') ? values.authMethod : 'password',
      }
    },
    collection: (values) => `/projects/${values.project}/remote_mirrors`,
    path: (values, live) => `/projects/${values.project}/remote_mirrors/${String(live.id)}`,
    seen: (live, emulator) => {
      const stored = emulator.state().collections.remote_mirrors?.records.find(({ id }) => id === live.id)
      return {
        ...declaredBy((stored as unknown as { url: string }).url),
        enabled: Boolean(live.enabled),
        onlyProtectedBranches: Boolean(live.only_protected_branches),
        keepDivergentRefs: Boolean(live.keep_divergent_refs),
        mirrorBranchRegex: expression(live.mirror_branch_regex as string | null),
        authMethod: live.auth_method as RemoteMirror['authMethod'],
      }
    },
    drift: {
      // The API has no way to change it.
      url: (target, url) => patch(target, { url: storedUrl(url) }),
      enabled: (target, enabled) => put(target, { enabled }),
      onlyProtectedBranches: (target, only_protected_branches) => put(target, { only_protected_branches }),
      keepDivergentRefs: (target, keep, style) =>
        keep || style & 1 ? put(target, { keep_divergent_refs: keep }) : patch(target, { keep_divergent_refs: null }),
      mirrorBranchRegex: (target, regex, style) =>
        put(target, { mirror_branch_regex: regex ?? pick(style, [null, '']) }),
      authMethod: (target, auth_method) => put(target, { auth_method }),
    },
    driftValues: { mirrorBranchRegex: fc.option(fc.oneof(patterns, fc.constant(' '))) },
    drifted: (_, name, after) => {
      if (name === 'onlyProtectedBranches' && after.onlyProtectedBranches) return { ...after, mirrorBranchRegex: null }
      const isChosen = name === 'mirrorBranchRegex' && after.mirrorBranchRegex?.trim()
      return isChosen ? { ...after, onlyProtectedBranches: false } : after
    },
    shown: (values) => ({
      ...values,
      url: shownUrl(values.url),
      mirrorBranchRegex: expression(values.mirrorBranchRegex),
    }),
    // How pushing fares.
    noise: (target, style) =>
      patch(target, {
        update_status: pick(style, ['none', 'started', 'finished', 'failed', 'to_retry']),
        last_error: pick(style >> 2, ['The remote repository timed out', null, '']),
        last_update_at: pick(style >> 1, ['2026-06-15T11:00:00.000Z', null]),
        last_successful_update_at: pick(style >> 3, ['2026-06-15T10:00:00.000Z', null]),
      }),
  })

/** The declared URL in the form of the service, with credentials. */
function declaredBy(stored: string): Pick<RemoteMirror, 'url' | 'username' | 'password'> {
  const [, scheme = '', user, password, rest = ''] =
    /^(\w+:\/\/)(?:([^@:/?#]*)(?::([^@/?#]*))?@)?(.*)$/s.exec(stored) ?? []
  const isGit = user === 'git' && scheme === 'ssh://'
  return {
    url: normalUrl(`${scheme}${isGit ? 'git@' : ''}${rest.replaceAll('%40', '@')}`),
    username: user === undefined || isGit ? null : decodeURIComponent(user),
    password: password === undefined ? null : decodeURIComponent(password),
  }
}
