import { getRepositoryStorageMove, getRepositoryStorageMoves } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const move = (kind: 'project' | 'group', id: number) =>
    service.api.repositoryStorageMoves.create(kind, id, { destination_storage_name: 'fast' })
  beforeEach(() => service.as('root'))

  it('are read one by one', async () => {
    const { id } = await move('project', 1)
    const one = await valueOf(getRepositoryStorageMove({ kind: 'project', move: id }))
    expect(one).toMatchObject({ id, destinationStorageName: 'fast', project: { pathWithNamespace: 'acme/web' } })
    await expect(valueOf(getRepositoryStorageMove({ kind: 'group', move: 99 }))).rejects.toThrow(/404 /)
  })

  it('are listed, the newest first, all of a kind or those of one object', async () => {
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

  it('are for administrators', async () => {
    service.as('owner')
    await expect(valueOf(getRepositoryStorageMoves({ kind: 'project' }))).rejects.toThrow(/403 .*administrators/)
  })
})
