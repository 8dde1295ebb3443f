import { type Declared, placesOf } from '../../cli/doctor/declared'
import { type Finding, Findings, type Purpose } from '../../cli/doctor/finding'
import { checkPlaces } from '../../cli/doctor/places'
import { Service } from '../../cli/doctor/service'
import type { StackResource } from '../../cli/stacks/stack'
import { load } from '../../provider/core/engine/load'
import { settings } from '../../provider/core/service/settings'
import { useEmulator } from '../support/emulator'

/** What doctor says of projects in which a role is not all that it takes. */
const emulator = useEmulator({ flavor: 'gitlab' })

const inputs = { project: 'acme/web', issueIid: 1, targetProject: 'acme/web', targetIssueIid: 2 }
const declared = (kind: string): Declared => ({
  resource: { inputs, outputs: { projectId: 1, targetProjectId: 1 } } as unknown as StackResource,
  kind: load(kind),
})

async function examined(kinds: readonly string[], purpose: Purpose): Promise<Finding[]> {
  const config: Record<string, unknown> = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
  const service = new Service(settings({ get: (key) => config[key] }, {}))
  const findings = new Findings()
  try {
    const places = placesOf(kinds.map(declared), purpose)
    await checkPlaces(findings, service, await service.users.current(), places, purpose)
  } finally {
    await service.close()
  }
  return findings.all.filter(({ level }) => level !== 'ok')
}

const messages = async (kinds: readonly string[], purpose: Purpose) =>
  (await examined(kinds, purpose)).map(({ check, message }) => `${check}: ${message}`)

const all = ['label', 'freeze-period', 'trigger-token', 'remote-mirror', 'issue-link']

it('reports labels, issue links and trigger tokens of an archived project, and no other kinds', async () => {
  emulator.patch('projects', 1, { archived: true })
  expect(await messages(all, 'up')).toEqual([
    'archived: Project acme/web is archived, so its issue links, labels, trigger tokens cannot be changed.',
  ])
  expect(await messages(all, 'preview')).toEqual([
    'archived: Project acme/web is archived, so its trigger tokens cannot be read.',
  ])
  expect(await messages(['freeze-period', 'remote-mirror'], 'up')).toEqual([])
})

it('reports the kinds that need a disabled feature of a project', async () => {
  emulator.patch('projects', 1, { builds_enabled: false, issues_enabled: false })
  expect(await examined(all, 'up')).toMatchObject([
    {
      message: 'Project acme/web has CI/CD disabled (builds_access_level), but its trigger tokens need it.',
      remedy: 'Enable the feature, or remove acme/web from the program.',
    },
    { message: 'Project acme/web has issues disabled (issues_access_level), but its issue links need it.' },
  ])
})
