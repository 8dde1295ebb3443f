import { isDeepStrictEqual } from 'node:util'
import { strip } from '../../cron'
import type { Instance } from '../http/instance'
import type { Race } from '../http/race'
import { complaintAboutPattern } from '../http/re2'
import { type Change, has, type InstanceRelease } from '../http/release'
import { settingsOf } from '../http/settings'
import { requireValid, tooLong } from '../http/validation'
import type { ProjectRecord } from '../records/project'
import { type RemoteMirrorRecord, remoteMirrors } from '../records/remote-mirror'
import type { Store } from '../store/store'
import { asStored, complaintAbout, isAt } from './mirror-url'
import { newPublicKey } from './ssh-key'

/** Fields of a mirror that can change. */
export interface MirrorPatch {
  enabled?: boolean | null
  keep_divergent_refs?: boolean | null
  only_protected_branches?: boolean | null
  mirror_branch_regex?: string | null
  auth_method?: string | null
  host_keys?: string[]
}

export const authMethods = ['ssh_public_key', 'password']
const longestPattern = 255
const mostEnabled = 10

/** The mirrors in a store, and the rules of the model. */
export class RemoteMirrorModel {
  constructor(private readonly instance: InstanceRelease & Pick<Instance, 'url' | 'store'>) {}

  get store(): Store {
    return this.instance.store
  }

  /** Sorted by id. */
  of(project: ProjectRecord): readonly RemoteMirrorRecord[] {
    return this.#mirrors.where('project', project.id)
  }

  find(project: ProjectRecord, id: number): RemoteMirrorRecord | undefined {
    const mirror = this.#mirrors.get(id)
    return mirror?.project_id === project.id ? mirror : undefined
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  create(
    project: ProjectRecord,
    url: string,
    patch: MirrorPatch,
    { now, race }: { now: string; race?: Race | undefined },
  ): RemoteMirrorRecord {
    const stripped = strip(url)
    // The database has no rule about URLs.
    const complaints = race ? { base: [], url: [] } : this.#complaintsAboutNew(project, stripped, patch)
    const fields = this.#patched({ ...unset, url: stripped }, patch, complaints)
    return this.#mirrors.insert({
      project_id: project.id,
      ...fields,
      public_key: fields.auth_method === 'ssh_public_key' ? newPublicKey() : null,
      update_status: 'none',
      last_update_at: null,
      last_update_started_at: null,
      last_successful_update_at: null,
      last_error: null,
      created_at: now,
      updated_at: now,
    })
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(mirror: RemoteMirrorRecord, patch: MirrorPatch, now: string): RemoteMirrorRecord {
    const isEnabling = patch.enabled === true && !mirror.enabled
    const fields = this.#patched(mirror, patch, {
      base: isEnabling ? this.#complaintsAboutEnabled(mirror.project_id) : [],
    })
    const entries = Object.entries(fields) as [keyof Fields, unknown][]
    // A mirror without a method has none stored: the first one that is sent counts as a change, even the default.
    const hasCredentials = patch.auth_method !== undefined || patch.host_keys !== undefined
    const isFirst = hasCredentials && mirror.update_status === 'none'
    if (!isFirst && entries.every(([name, value]) => isDeepStrictEqual(mirror[name], value))) return mirror
    const changed = this.#mirrors.update(mirror, { ...fields, updated_at: now })
    return fields.auth_method === mirror.auth_method && !isFirst ? changed : this.#withNewCredentials(changed)
  }

  /** Whether the mirror is enabled: as requested, unless the instance is in silent mode. */
  isEnabled({ enabled }: RemoteMirrorRecord): boolean {
    const { mirror_available, silent_mode_enabled } = settingsOf(this.store)
    return enabled && mirror_available && !silent_mode_enabled
  }

  /** Does not push anything: each push succeeds immediately, unless one has started according to the state. */
  sync(mirror: RemoteMirrorRecord, now: string): RemoteMirrorRecord {
    if (mirror.update_status === 'started') return mirror
    return this.#mirrors.update(mirror, {
      update_status: 'finished',
      last_update_at: now,
      last_update_started_at: now,
      last_successful_update_at: now,
      last_error: null,
    })
  }

  delete(mirror: RemoteMirrorRecord): void {
    this.#mirrors.delete(mirror)
  }

  get #mirrors() {
    return this.store.of(remoteMirrors)
  }

  /** Resets the results of earlier pushes. */
  #withNewCredentials(mirror: RemoteMirrorRecord): RemoteMirrorRecord {
    return this.#mirrors.update(mirror, {
      public_key: mirror.public_key ?? (mirror.auth_method === 'ssh_public_key' ? newPublicKey() : null),
      update_status: 'finished',
      last_update_at: null,
      last_successful_update_at: null,
      last_error: null,
    })
  }

  #patched(old: Fields, patch: MirrorPatch, complaints: { base: string[]; url?: string[] }): Fields {
    const { enabled, only_protected_branches, ...rest } = { ...old, ...oneSelection(patch) }
    const auth_method = rest.auth_method || 'password'
    requireValid({
      base: complaints.base,
      url: [...this.#complaintsAboutUrl(rest.url), ...(complaints.url ?? [])],
      only_protected_branches: only_protected_branches === null ? ["can't be blank"] : [],
      mirror_branch_regex: complaintsAboutRegex(rest.mirror_branch_regex),
      auth_method: authMethods.includes(auth_method) ? [] : ['is not included in the list'],
    })
    const { url, keep_divergent_refs, mirror_branch_regex, host_keys } = rest
    return {
      url,
      enabled: enabled ?? false,
      only_protected_branches: only_protected_branches ?? false,
      keep_divergent_refs,
      mirror_branch_regex,
      auth_method,
      ...(host_keys && { host_keys }),
    }
  }

  #complaintsAboutNew(
    project: ProjectRecord,
    url: string,
    { enabled }: MirrorPatch,
  ): { base: string[]; url: string[] } {
    const isTaken = this.of(project).some((mirror) => asStored(mirror.url) === asStored(url))
    const isOwn = isAt(url, this.instance.url, project.path_with_namespace)
    return {
      base: [
        ...(isOwn && this.#has('noSelfMirrors') ? ['You cannot mirror a repository to itself.'] : []),
        ...(enabled ? this.#complaintsAboutEnabled(project.id) : []),
      ],
      url: isTaken && this.#has('oneMirrorPerUrl') ? ['has already been taken'] : [],
    }
  }

  /** Complaints about one more enabled mirror. */
  #complaintsAboutEnabled(project: number): string[] {
    const enabled = this.#mirrors.where('project', project).filter((mirror) => mirror.enabled)
    if (!this.#has('tenEnabledMirrors') || enabled.length < mostEnabled) return []
    return [`Maximum number of push mirrors (${mostEnabled}) exceeded for this project.`]
  }

  #has(change: Change): boolean {
    return has(this.instance, change)
  }

  #complaintsAboutUrl(url: string): string[] {
    if (url === '') return ["can't be blank"]
    const allowLocal = settingsOf(this.store).allow_local_requests_from_web_hooks_and_services
    const complaint = complaintAbout(url, { allowLocal, isStrict: this.#has('validPortsOfMirrors') })
    return complaint ? [`is blocked: ${complaint}`] : []
  }
}

type Fields = Pick<RemoteMirrorRecord, 'url' | keyof MirrorPatch>

const unset = {
  enabled: false,
  only_protected_branches: false,
  keep_divergent_refs: null,
  mirror_branch_regex: null,
  auth_method: 'password',
}

/** A mirror has either a pattern or only protected branches. Setting one resets the other. */
function oneSelection(patch: MirrorPatch): MirrorPatch {
  if (patch.only_protected_branches) return { ...patch, mirror_branch_regex: null }
  return patch.mirror_branch_regex?.trim() ? { ...patch, only_protected_branches: false } : patch
}

function complaintsAboutRegex(regex: string | null): string[] {
  // Longer patterns would take too much time and stack.
  const pattern = (regex ?? '').slice(0, 40 * longestPattern)
  const complaint = complaintAboutPattern(pattern)
  return [...(complaint ? [`not valid RE2 syntax: ${complaint}`] : []), ...tooLong(pattern, longestPattern)]
}
