import {
  GroupRepositoryStorageMoves,
  ProjectRepositoryStorageMoves,
  Projects,
  SnippetRepositoryStorageMoves,
} from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access } from './support/gitbeaker'

const scheduled = {
  id: 1,
  created_at: testNow,
  state: 'scheduled',
  source_storage_name: 'default',
  destination_storage_name: 'fast',
}
const toFast = { destinationStorageName: 'fast' }

describe.each<Flavor>(['spec', 'gitlab'])('repository storage moves by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  // Each kind names its container in its own way.
  const of = {
    project: (as: string | null = 'root') => new ProjectRepositoryStorageMoves(access(emulator, as)),
    group: (as: string | null = 'root') => new GroupRepositoryStorageMoves(access(emulator, as)),
    snippet: (as: string | null = 'root') => new SnippetRepositoryStorageMoves(access(emulator, as)),
  }

  it('schedules the move of a project, which then finishes', async () => {
    const web = { projectId: 'acme/web' }
    const made = await of.project().schedule('default', { ...web, ...toFast })
    expect(made).toMatchObject({ ...scheduled, project: { id: 1, name: 'Web', path_with_namespace: 'acme/web' } })
    expect(await of.project().show(1)).toEqual(made)
    expect(await of.project().show(1, web)).toEqual(made)
    expect(await of.project().all()).toEqual([made])
    expect(await of.project().all(web)).toEqual([made])
    expect(await of.project().all({ projectId: 2 })).toEqual([])
    emulator.advanceClock(60)
    expect(await of.project().show(1)).toEqual({ ...made, state: 'finished' })
    const onFast = await new Projects(access(emulator, 'root')).all({ repositoryStorage: 'fast' })
    expect(onFast.map(({ id }) => id)).toEqual([1])
  })

  it('schedules the move of a group', async () => {
    const made = await of.group().schedule('default', { groupId: 10, ...toFast })
    expect(made).toMatchObject({ ...scheduled, group: { id: 10, name: 'Acme', web_url: expect.any(String) } })
    expect(await of.group().all({ groupId: 'acme' })).toEqual([made])
    expect(await of.group().show(1, { groupId: 10 })).toEqual(made)
    expect(await of.project().all()).toEqual([])
  })

  it('schedules the move of a snippet', async () => {
    const made = await of.snippet().schedule('default', { snippetId: 1, ...toFast })
    expect(made).toMatchObject({ ...scheduled, snippet: { id: 1, title: 'Snippet of Web', visibility: 'private' } })
    expect(await of.snippet().all({ snippetId: 1 })).toEqual([made])
    expect(await of.snippet().show(1, { snippetId: 1 })).toEqual(made)
    expect(await of.project().all()).toEqual([])
  })

  describe.each(['project', 'group', 'snippet'] as const)('of every %s', (kind) => {
    it('schedules moves of all, and returns no records', async () => {
      expect(await of[kind]().schedule('default', toFast)).toEqual({ message: '202 Accepted' })
      const moves = await of[kind]().all({ perPage: 1 })
      expect(moves).toHaveLength(kind === 'snippet' ? 2 : 3)
      for (const move of moves) expect(move).toMatchObject({ ...scheduled, id: expect.any(Number) })
    })
  })
})
