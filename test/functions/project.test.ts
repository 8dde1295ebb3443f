import { getProject, getProjects } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const { asked } = service
  const paths = async (projects: ReturnType<typeof getProjects>) => (await valueOf(projects)).map(({ path }) => path)

  it('reads a project by id, path or former path', async () => {
    const web = { id: 1, pathWithNamespace: 'acme/web', defaultBranch: 'main', namespace: { fullPath: 'acme' } }
    for (const project of [1, 'acme/web', 'acme/old-name']) {
      expect(await valueOf(getProject({ project }))).toMatchObject(web)
    }
    await expect(valueOf(getProject({ project: 'acme/wbe' }))).rejects.toThrow(/404 .*check project acme\/wbe and/)
  })

  it('leaves the runners token of a project out', async () => {
    const body = { id: 1, path: 'web', runners_token: 'GR1348941-secret' }
    service.emulator.fault({ path: '/projects/1', status: 200, body })
    expect(await valueOf(getProject({ project: 1 }))).toEqual({ id: 1, path: 'web' })
    service.emulator.fault({ path: '/projects[?]', status: 200, body: [body] })
    expect(await valueOf(getProjects())).toEqual([{ id: 1, path: 'web' }])
  })

  it('lists visible projects, newest first', async () => {
    expect(await paths(getProjects())).toEqual(['infra', 'api', 'web'])
    service.as('outsider')
    expect(await paths(getProjects())).toEqual(['api', 'web'])
  })

  it('sends the filters and the order of projects to the service', async () => {
    const some = getProjects({
      visibility: 'public',
      archived: false,
      membership: true,
      simple: true,
      minAccessLevel: 30,
      idAfter: 1,
      idBefore: 3,
      orderBy: 'path',
      sort: 'asc',
    })
    expect(await paths(some)).toEqual(['api'])
    expect(asked()).toEqual([
      'GET /projects?visibility=public&archived=false&membership=true&simple=true&min_access_level=30' +
        '&id_after=1&id_before=3&order_by=path&sort=asc&per_page=100',
    ])
    expect(await paths(getProjects({ search: 'web', owned: false }))).toEqual(['web'])
    service.as('root')
    expect(await paths(getProjects({ repositoryStorage: 'fast' }))).toEqual([])
  })
})
