import { ApiError, type Client, type FreezePeriod } from '../../sdk'
import { findGroup, findProject, projectsIn, reporter } from '../shared/group-tree'
import type { LiveFreeze } from './live-freeze'

/** The freeze periods of projects. */
export interface Freezes {
  /** The paths of all projects. */
  projects: string[]
  freezes: LiveFreeze[]
  /** Error messages of the service, by project. */
  failures: Map<string, string>
}

/** Reads the freeze periods of projects and of the projects of groups. @throws Error if one of these does not exist. */
export async function readFreezes(client: Client, named: { projects: string[]; groups: string[] }): Promise<Freezes> {
  const groups = await Promise.all(named.groups.map((group) => findGroup(client, group)))
  const found = await Promise.all([
    ...named.projects.map(async (project) => [await findProject(client, project)]),
    projectsIn(client, groups, reporter, { archived: false }),
  ])
  const paths = new Map(found.flat().map(({ id, path_with_namespace }) => [id, path_with_namespace]))
  const freezes: LiveFreeze[] = []
  const failures = new Map<string, string>()
  await Promise.all(
    [...paths].map(async ([id, project]) => {
      try {
        for await (const freeze of client.freezePeriods.list(id)) freezes.push(asDeclared(project, freeze))
      } catch (error) {
        // The report still shows the other projects. Other errors affect the whole service.
        if (!ApiError.is(error) || ![403, 404].includes(error.status)) throw error
        failures.set(project, error.serverMessage)
      }
    }),
  )
  return { projects: [...paths.values()].sort(), freezes, failures }
}

const asDeclared = (project: string, freeze: FreezePeriod): LiveFreeze => ({
  project,
  freezeStart: freeze.freeze_start,
  freezeEnd: freeze.freeze_end,
  cronTimezone: freeze.cron_timezone,
})
