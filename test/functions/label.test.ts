import { getGroupLabels, getLabel, getLabels } from '../../provider'
import { useEmulator } from '../support/emulator'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const { asked } = service

  it('reads a label by id or name', async () => {
    const { id } = await service.api.labels.create(1, { name: 'bug', color: '#FF0000' })
    asked()
    const bug = { id, name: 'bug', color: '#FF0000', textColor: '#FFFFFF', isProjectLabel: true, priority: null }
    expect(await valueOf(getLabel({ project: 'acme/web', label: id }))).toMatchObject(bug)
    expect(await valueOf(getLabel({ project: 1, label: 'bug', includeAncestorGroups: false }))).toMatchObject(bug)
    expect(asked()).toEqual([
      `GET /projects/acme%2Fweb/labels/${id}`,
      'GET /projects/1/labels/bug?include_ancestor_groups=false',
    ])
  })

  it('lists labels by name, with the filters of the service', async () => {
    for (const name of ['ops', 'bug', 'help']) await service.api.labels.create(1, { name, color: '#FF0000' })
    asked()
    const all = await valueOf(getLabels({ project: 1, withCounts: true }))
    expect(all).toMatchObject([{ name: 'bug', openIssuesCount: 0 }, { name: 'help' }, { name: 'ops' }])
    const some = await valueOf(getLabels({ project: 1, search: 'op', includeAncestorGroups: false }))
    expect(some.map(({ name }) => name)).toEqual(['ops'])
    expect(asked()).toEqual([
      'GET /projects/1/labels?with_counts=true&per_page=100',
      'GET /projects/1/labels?search=op&include_ancestor_groups=false&per_page=100',
    ])
  })
})

describe.each(['18.9', '19.3'] as const)('archived labels on GitLab %s', (release) => {
  const isNewer = release === '19.3'
  const emulator = useEmulator({ release })
  const paths = ['/projects/1/labels', '/groups/10/labels']

  beforeEach(async () => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-owner'
    for (const path of paths) {
      const send = (json: object) => emulator.send('POST', path, { as: 'owner', json })
      await send({ name: `new of ${path}`, color: 'red' })
      await send({ name: `old of ${path}`, color: 'red', archived: true })
    }
    emulator.clearRequests()
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  it('reads whether a label is archived, if the service knows', async () => {
    const { archived } = await valueOf(getLabel({ project: 1, label: `old of ${paths[0]}` }))
    expect(archived).toBe(isNewer ? true : undefined)
  })

  it('lists archived labels or the others, also if the service ignores the filter', async () => {
    const names = async (archived?: boolean) => {
      const own = { project: 1, includeAncestorGroups: false, ...(archived !== undefined && { archived }) }
      const ofGroup = await valueOf(getGroupLabels({ group: 10, ...(archived !== undefined && { archived }) }))
      const ofProject = (await valueOf(getLabels(own))).filter(({ isProjectLabel }) => isProjectLabel)
      return [...ofProject, ...ofGroup].map(({ name }) => name.slice(0, 3))
    }
    expect(await names()).toEqual(['new', 'old', 'new', 'old'])
    expect(await names(true)).toEqual(isNewer ? ['old', 'old'] : [])
    expect(await names(false)).toEqual(isNewer ? ['new', 'new'] : ['new', 'old', 'new', 'old'])
    const asked = emulator.requests().map(({ path }) => /archived=(\w+)/.exec(path)?.[1])
    expect(asked).toEqual([undefined, undefined, 'true', 'true', 'false', 'false'])
  })

  it('lists at most as many archived labels as the limit says', async () => {
    const found = await valueOf(getLabels({ project: 1, archived: true, limit: 1 }))
    expect(found).toHaveLength(isNewer ? 1 : 0)
  })
})
