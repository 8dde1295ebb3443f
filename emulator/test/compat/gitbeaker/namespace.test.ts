import { Groups, Namespaces } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const paths = (found: { full_path: string }[]) => found.map(({ full_path }) => full_path)

describe.each<Flavor>(['spec', 'gitlab'])('namespaces by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const namespaces = (as?: string | null) => new Namespaces(access(emulator, as))

  it('reads the namespaces of a group and of the caller, by id and path', async () => {
    const acme = await namespaces('owner').show(10)
    expect(acme).toMatchObject({
      id: 10,
      name: 'Acme',
      path: 'acme',
      kind: 'group',
      full_path: 'acme',
      parent_id: null,
      web_url: `${emulator.url}/groups/acme`,
      members_count_with_descendants: 5,
      plan: 'default',
      trial: false,
    })
    expect(await namespaces('owner').show('acme')).toEqual(acme)
    expect(await namespaces().show('acme/platform')).toMatchObject({ id: 11, parent_id: 10 })
    expect(await namespaces().show('maintainer')).toMatchObject({ id: 3, kind: 'user', full_path: 'maintainer' })
    await expect(namespaces('outsider').show('acme')).rejects.toMatchObject(refused(404, '404 Namespace Not Found'))
  })

  it('lists namespaces by query', async () => {
    expect(paths(await namespaces().all())).toEqual(['maintainer', 'acme'])
    expect(paths(await namespaces().all({ search: 'acme' }))).toEqual(['acme'])
    expect(paths(await namespaces().all({ ownedOnly: 'true' }))).toEqual(['maintainer'])
    expect(paths(await namespaces('root').all({ topLevelOnly: true, search: 'deploy' }))).toEqual(['deployers'])
    expect(paths(await namespaces('root').all({ topLevelOnly: true, search: 'platform' }))).toEqual([])
  })

  it('reads whether a path is taken, and suggests another one', async () => {
    const free = { exists: false, suggests: [] }
    expect(await namespaces().exists('fresh')).toEqual(free)
    expect(await namespaces().exists('acme')).toEqual({ exists: true, suggests: ['acme1'] })
    expect(await namespaces('outsider').exists('Developer')).toEqual({ exists: true, suggests: ['Developer1'] })
    await new Groups(access(emulator)).create('Next', 'acme1')
    expect(await namespaces().exists('acme')).toEqual({ exists: true, suggests: ['acme2'] })
    // Without a parent, only the top level counts.
    expect(await namespaces().exists('platform')).toEqual(free)
    expect(await namespaces().exists('platform', { parentId: '10' })).toEqual({ exists: true, suggests: ['platform1'] })
    expect(await namespaces().exists('acme', { parentId: '10' })).toEqual(free)
    await expect(namespaces(null).exists('acme')).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })
})
