import type { Client } from '../../sdk'
import { wireName } from '../core/schema/managed-setting'

type Values = Readonly<Record<string, unknown>>

/** What a setting also changes in the projects of a group, and whether in those of its subgroups. */
interface Effect {
  readonly name: string
  readonly what: string
  readonly below: boolean
}

/** Settings that also apply to the projects, if they are true. */
const merging = ['onlyAllowMergeIfPipelineSucceeds', 'onlyAllowMergeIfAllDiscussionsAreResolved']

function effectsIn(sent: Values): Effect[] {
  const { shared_runners_setting: runners, duo_features_enabled: duo } = sent
  const effects = merging
    .filter((name) => sent[wireName(name)] === true)
    .map((name): Effect => ({ name, what: 'which also applies to', below: true }))
  if (runners != null) {
    const isOn = runners === 'enabled'
    const what = `which also sets sharedRunnersEnabled to ${String(isOn)} in`
    effects.push({ name: 'sharedRunnersSetting', what, below: !isOn })
  }
  if (duo != null) {
    effects.push({ name: 'duoFeaturesEnabled', what: 'which the service later also changes in', below: true })
  }
  return effects
}

/**
 * What settings also change in the projects of a group, with the number of these projects if the service counts them:
 * `sharedRunnersSetting, which also sets sharedRunnersEnabled to false in the 4 projects of the group and its
 * subgroups`.
 */
export async function effectsOf(api: Client, group: number, sent: Values): Promise<string[]> {
  const counts = new Map<boolean, Promise<number | undefined>>()
  const found = effectsIn(sent).map(async ({ name, what, below }) => {
    if (!counts.has(below)) counts.set(below, countProjects(api, group, below))
    const count = await counts.get(below)
    if (count === 0) return []
    const projects = count === undefined ? 'all projects' : count === 1 ? 'the 1 project' : `the ${count} projects`
    return [`${name}, ${what} ${projects} of the group${below ? ' and its subgroups' : ''}`]
  })
  return (await Promise.all(found)).flat()
}

/** The number of projects that the token can see. Undefined if the service does not count them. */
const countProjects = (api: Client, group: number, include_subgroups: boolean): Promise<number | undefined> =>
  api.groups
    .projects(group, { include_subgroups, with_shared: false, simple: true })
    .page(1, 1)
    .then(
      ({ total }) => total,
      () => undefined,
    )
