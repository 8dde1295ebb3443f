import { getRepositoryStorageMove, getRepositoryStorageMoves } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const move = (kind: 'project' | 'group', id: number) =>
    service.api.repositoryStorageMoves.create(kind, id, { destination_storage_name: 'fast' })
  beforeEach(() => service.as('root'))

  it('reads a repository storage move', async () => {
    const { id } = await move('project', 1)
    const one = await valueOf(getRepositoryStorageMove({ kind: 'project', move: id }))
    expect(one).toMatchObject({ id, destinationStorageName: 'fast', project: { pathWithNamespace: 'acme/web' } })
    await expect(valueOf(getRepositoryStorageMove({ kind: 'group', move: 99 }))).rejects.toThrow(/404 /)
  })

  it('lists the moves of a kind or of one object, newest first', async () => {
    const [web, api] = [await move('project', 1), await move('project', 2)]
    await move('group', 10)
    const all = await valueOf(getRepositoryStorageMoves({ kind: 'project' }))
    expect(all.map(({ id }) => id)).toEqual([api.id, web.id])
    const some = await valueOf(getRepositoryStorageMoves({ kind: 'project', objectId: 'acme/web' }))
    expect(some.map(({ id }) => id)).toEqual([web.id])
    expect(await valueOf(getRepositoryStorageMoves({ kind: 'project', limit: 1 }))).toHaveLength(1)
    expect(await valueOf(getRepositoryStorageMoves({ kind: 'group' }))).toMatchObject([{ group: { id: 10 } }])
    expect(await valueOf(getRepositoryStorageMoves({ kind: 'snippet' }))).toEqual([])
  })

  it('names the required role of an administrator in an error', async () => {
    service.as('owner')
    await expect(valueOf(getRepositoryStorageMoves({ kind: 'project' }))).rejects.toThrow(
      /403 .*requires an administrator/,
    )
  })
})
