import type { Scenario } from '../../emulator/test/truth/recordings'
import type { Connection } from './connection'
import { type Group, hidden, ScratchGroup } from './scratch-group'
import { groupPaths, homeOf, type Place, projectPaths } from './transplant'

/** How groups are called that this program makes. */
const prefix = 'trueup-compare-'

/** The scratch group of a comparison, with a world for each scenario. */
export class Scratch {
  #worlds = 0

  private constructor(
    private readonly connection: Connection,
    private readonly user: number,
    readonly own: ScratchGroup,
    private readonly signal?: AbortSignal,
  ) {}

  /** @throws Failed if the group cannot be used, with the reason. */
  static async make(connection: Connection, parent: string, user: number, signal?: AbortSignal): Promise<Scratch> {
    return new Scratch(connection, user, await ScratchGroup.make(connection, parent, prefix, signal), signal)
  }

  /** Creates what a scenario needs, separately from other scenarios. Issues are missing where they cannot be made. */
  async world(scenario: Scenario, days: number): Promise<{ place: Place; issues: boolean }> {
    const name = `s${++this.#worlds}`
    const folder = await this.#call<Group>('/groups', { ...hidden, name, path: name, parent_id: this.own.group.id })
    const place: Place = {
      urls: [this.connection.url, this.own.externalUrl],
      folder: { path: folder.full_path, name: folder.full_name },
      groups: {},
      projects: {},
      user: this.user,
      days,
    }
    const needs = needsOf(scenario)
    for (const id of needs.groups) {
      const { above, path } = split(groupPaths[id]!)
      const parent_id = above ? place.groups[10] : folder.id
      const group = await this.#call<Group>('/groups', { ...hidden, name: nameOf(path), path, parent_id })
      place.groups[id] = group.id
    }
    let issues = true
    for (const id of needs.projects) {
      const { above, path } = split(projectPaths[id]!)
      const namespace_id = place.groups[above === 'acme' ? 10 : 11]
      const name = nameOf(path)
      const fields = { ...hidden, name, path, namespace_id, initialize_with_readme: true, default_branch: 'main' }
      const project = await this.#call<{ id: number }>('/projects', fields)
      place.projects[id] = project.id
      if (needs.environments) {
        for (const name of ['production', 'staging']) await this.#call(`/projects/${project.id}/environments`, { name })
      }
      if (needs.issues) issues &&= await this.#issues(project.id, name)
    }
    return { place, issues }
  }

  async #issues(project: number, name: string): Promise<boolean> {
    const path = `/projects/${project}/issues`
    for (const iid of [1, 2, 3, 4, 5]) {
      const made = await this.connection.attempt('POST', path, { title: `Issue ${iid} of ${name}` }, this.signal)
      if (made.status >= 300) return false
    }
    const closed = await this.connection.attempt('PUT', `${path}/5`, { state_event: 'close' }, this.signal)
    return closed.status < 300
  }

  /** Deletes what remains after the deletion of a group: the users of its access tokens. */
  async leave({ groups }: Place): Promise<void> {
    for (const group of Object.values(groups)) {
      const path = `/groups/${group}/access_tokens`
      for (let left = 50; left > 0; left--) {
        const { body } = await this.connection.attempt('GET', `${path}?state=active&per_page=100`)
        const tokens = Array.isArray(body) ? (body as { id: number }[]) : []
        for (const { id } of tokens) await this.connection.attempt('DELETE', `${path}/${id}`)
        if (tokens.length < 100) break
      }
    }
  }

  #call<T>(path: string, fields: object): Promise<T> {
    return this.connection.call<T>('POST', path, fields, this.signal)
  }
}

function split(full: string): { above: string; path: string } {
  const at = full.lastIndexOf('/')
  return { above: full.slice(0, Math.max(at, 0)), path: full.slice(at + 1) }
}

const nameOf = (path: string): string => (path === 'api' ? 'API' : path[0]!.toUpperCase() + path.slice(1))

/** The recorded groups and projects that a scenario uses. */
export function needsOf({ requests }: Scenario) {
  const groups = new Set([10])
  const projects = new Set<number>()
  let [issues, environments] = [false, false]
  for (const { path, json } of requests) {
    const home = homeOf(path)
    if (home) (home.kind === 'groups' ? groups : projects).add(home.id)
    const body = JSON.stringify(json ?? null)
    for (const [, key, id] of body.matchAll(/"(group_id|target_project_id)":(\d+)/g)) {
      if (key === 'group_id' && groupPaths[Number(id)]) groups.add(Number(id))
      if (key !== 'group_id' && projectPaths[Number(id)]) projects.add(Number(id))
    }
    issues ||= /\/issues/.test(path)
    environments ||= /environments/.test(path)
  }
  if (projects.has(3)) groups.add(11)
  const sorted = (all: Set<number>) => [...all].sort((a, b) => a - b)
  return { groups: sorted(groups), projects: sorted(projects), issues, environments }
}
