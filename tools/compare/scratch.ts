import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scenario } from '../../test/truth/recordings'
import { type Connection, Failed } from './connection'
import { groupPaths, homeOf, type Place, projectPaths } from './transplant'

interface Group {
  id: number
  name: string
  full_path: string
  full_name: string
  web_url: string
  marked_for_deletion_on?: string | null
}

/** How groups are called that this program makes. */
const prefix = 'trueup-compare-'

/** A group below the one that the user named: whatever is made is in it. */
export class Scratch {
  #worlds = 0

  private constructor(
    private readonly connection: Connection,
    private readonly user: number,
    readonly group: Group,
    private readonly signal?: AbortSignal,
  ) {}

  /** @throws Failed if the group cannot be used, with the reason. */
  static async make(connection: Connection, parent: string, user: number, signal?: AbortSignal): Promise<Scratch> {
    const where = `/groups/${encodeURIComponent(parent)}`
    const above = await connection.call<Group>('GET', `${where}?with_projects=false`, undefined, signal)
    const labels = await connection.call<unknown[]>(
      'GET',
      `${where}/labels?include_ancestor_groups=true&per_page=1`,
      undefined,
      signal,
    )
    if (labels.length > 0) {
      throw new Failed(
        'The group, or one above it, has labels. Labels of groups can be changed through their projects, and those are ' +
          'not to be touched: name a group without labels.',
      )
    }
    const path = prefix + randomBytes(4).toString('hex')
    const fields = { ...hidden, name: path, path, parent_id: above.id }
    const group = await connection.call<Group>('POST', '/groups', fields).catch(async (error: Error) => {
      // The group may have been created although the response was lost.
      const lost = await connection.attempt('GET', `/groups/${encodeURIComponent(`${above.full_path}/${path}`)}`)
      if (lost.status === 200) return lost.body as Group
      throw error
    })
    return new Scratch(connection, user, group, signal)
  }

  /** Where the server believes itself to be: proxies may call it otherwise. */
  get externalUrl(): string {
    const { web_url, full_path } = this.group
    const end = `/groups/${full_path}`
    return web_url.endsWith(end) ? web_url.slice(0, -end.length) : this.connection.url
  }

  /** Creates what a scenario needs, separately from other scenarios. Issues are missing where they cannot be made. */
  async world(scenario: Scenario, days: number): Promise<{ place: Place; issues: boolean }> {
    const name = `s${++this.#worlds}`
    const folder = await this.#call<Group>('/groups', { ...hidden, name, path: name, parent_id: this.group.id })
    const place: Place = {
      urls: [this.connection.url, this.externalUrl],
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

  /** A project to look at. */
  async probe(): Promise<number> {
    const fields = { ...hidden, name: 'probe', path: 'probe', namespace_id: this.group.id }
    return (await this.#call<{ id: number }>('/projects', fields)).id
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

  /** Deletes all of it, for good where the server lets an owner. Gives what is left, in a sentence. */
  async remove(patienceMs = 30_000): Promise<string | undefined> {
    const path = `/groups/${this.group.id}`
    const { status } = await this.connection.attempt('DELETE', path)
    let refusal = ''
    let group = await this.#read()
    if (group?.marked_for_deletion_on) {
      const query = `permanently_remove=true&full_path=${encodeURIComponent(group.full_path)}`
      const response = await this.connection.attempt('DELETE', `${path}?${query}`)
      if (response.status >= 300) refusal = `: ${JSON.stringify(response.body ?? '').slice(0, 200)}`
    }
    // A server deletes later, with a job.
    const end = Date.now() + (refusal || status >= 300 ? 0 : patienceMs)
    while ((group = await this.#read()) && Date.now() < end) await wait(1000)
    if (!group) return undefined
    const later = group.marked_for_deletion_on
      ? `is marked for deletion since ${group.marked_for_deletion_on}, and goes when the server's days are over`
      : 'is still there, being deleted or not: look after it'
    return `${group.full_path} (${group.id}) ${later}${refusal}`
  }

  async #read(): Promise<Group | undefined> {
    const { status, body } = await this.connection.attempt('GET', `/groups/${this.group.id}?with_projects=false`)
    return status === 404 ? undefined : status < 300 ? (body as Group) : this.group
  }

  #call<T>(path: string, fields: object): Promise<T> {
    return this.connection.call<T>('POST', path, fields, this.signal)
  }
}

const hidden = { visibility: 'private' }

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
