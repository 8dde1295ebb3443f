import type { Instance } from '../http/instance'
import { boolean, string } from '../http/param-types'
import { complaintAboutPattern } from '../http/re2'
import { settingsOf } from '../http/settings'
import { tooLong } from '../http/validation'
import type { ProjectRecord } from '../records/project'
import { complaintAbout, withoutUser } from './mirror-url'
import { lacking } from './project-tier-fields'

/** Pull mirrors: what projects fetch from another repository. They are settings of the project. */

type Settings = Record<string, unknown>

/** The parameters of a pull mirror besides its URL. */
export const mirrorParams = {
  mirror: boolean,
  mirror_trigger_builds: boolean,
  only_mirror_protected_branches: boolean,
  mirror_overwrites_diverged_branches: boolean,
  mirror_branch_regex: string,
}

const names = Object.keys(mirrorParams)

/** Whether the instance has no license for pull mirrors. */
export const lacksMirrors = (instance: Pick<Instance, 'flavor' | 'release' | 'tier'>): boolean =>
  instance.flavor === 'gitlab' && lacking(instance).includes('mirror')

/** Removes the settings that GitLab ignores without a license. */
export function dropMirror(instance: Pick<Instance, 'flavor' | 'release' | 'tier'>, sent: Settings): void {
  if (lacksMirrors(instance)) for (const name of names) delete sent[name]
}

/** The settings that a change makes of those that were sent. */
export function mirrorChanges(sent: Settings): Settings {
  const { only_mirror_protected_branches: only, mirror_branch_regex: regex } = sent
  const given = names.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]])
  return {
    ...Object.fromEntries(given),
    ...(sent.import_url !== undefined && { import_url: sent.import_url }),
    ...(Boolean(sent.import_url) && { import_type: 'git' }),
    // A mirror has either a pattern or only protected branches. Setting one resets the other.
    ...(only === true && { mirror_branch_regex: null }),
    ...(typeof regex === 'string' && regex.trim() !== '' && { only_mirror_protected_branches: false }),
  }
}

/** The complaints about the settings after a change. */
export function complaintsAboutMirror(
  instance: Pick<Instance, 'flavor' | 'release' | 'tier'>,
  sent: Settings,
  { mirror, import_url }: Settings,
): Record<string, string[]> {
  const regex = String(sent.mirror_branch_regex ?? '')
  const pattern = complaintAboutPattern(regex)
  return {
    import_url: sent.mirror && mirror && !import_url && !lacksMirrors(instance) ? ["can't be blank"] : [],
    mirror_branch_regex: [...(pattern ? [`not valid RE2 syntax: ${pattern}`] : []), ...tooLong(regex, 255)],
  }
}

/** Why GitLab does not fetch from the URL; undefined if it does. Does not resolve host names. */
export const complaintAboutSource = ({ store }: Pick<Instance, 'store'>, url: string): string | undefined =>
  complaintAbout(url, {
    allowLocal: settingsOf(store).allow_local_requests_from_web_hooks_and_services,
    isStrict: true,
  })

/** Whether the project is mirrored: as requested, unless the license or a setting of the instance prevents it. */
export function isMirrored(instance: Instance, { settings }: ProjectRecord): boolean {
  const { mirror_available, silent_mode_enabled } = settingsOf(instance.store)
  return settings?.mirror === true && mirror_available && !silent_mode_enabled && !lacksMirrors(instance)
}

/** What a project with a mirror shows. */
export function mirrorFields(instance: Instance, project: ProjectRecord): Settings {
  const { settings = {} } = project
  if (!isMirrored(instance, project)) return { mirror: false }
  return {
    mirror: true,
    mirror_user_id: settings.mirror_user_id ?? null,
    mirror_trigger_builds: settings.mirror_trigger_builds ?? false,
    only_mirror_protected_branches: settings.only_mirror_protected_branches ?? null,
    mirror_overwrites_diverged_branches: settings.mirror_overwrites_diverged_branches ?? null,
  }
}

/** The URL from which a project was imported or is mirrored. Projects never show its credentials. */
export const sourceOf = ({ settings }: ProjectRecord): string | null =>
  typeof settings?.import_url === 'string' ? withoutUser(settings.import_url) : null
