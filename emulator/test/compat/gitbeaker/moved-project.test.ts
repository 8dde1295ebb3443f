import { ProjectLabels } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const old = 'acme/old-name'

describe.each<Flavor>(['spec', 'gitlab'])('former paths of a project by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const labels = () => new ProjectLabels(access(emulator))
  const notAllowed = refused(405, 'Non GET methods are not allowed for moved projects')

  it('follows redirects of reading requests, with parameters', async () => {
    for (const name of ['bug', 'crash']) await labels().create(1, name, 'red')
    expect(await labels().show(old, 'bug')).toMatchObject({ id: 1, name: 'bug' })
    expect(await labels().all(old, { search: 'cr', withCounts: true })).toMatchObject([{ name: 'crash' }])
    expect(await labels().all(old, { perPage: 1 })).toHaveLength(2)
  })

  it(`${spec ? 'turns a redirected POST into a GET, like fetch' : 'refuses to create objects'}`, async () => {
    await labels().create(1, 'bug', 'red')
    const asked = labels().create(old, 'crash', 'red')
    if (spec) expect(await asked).toMatchObject([{ name: 'bug' }])
    else await expect(asked).rejects.toMatchObject(notAllowed)
    expect(await labels().all(1)).toMatchObject([{ name: 'bug' }])
  })

  it(`${spec ? 'follows redirects of updates and deletions' : 'refuses updates and deletions'}`, async () => {
    await labels().create(1, 'bug', 'red')
    const changed = labels().edit(old, 'bug', { newName: 'crash' })
    if (spec) expect(await changed).toMatchObject({ id: 1, name: 'crash' })
    else await expect(changed).rejects.toMatchObject(notAllowed)
    const removed = labels().remove(old, 1)
    if (spec) expect(await removed).toBeNull()
    else await expect(removed).rejects.toMatchObject(notAllowed)
    expect(await labels().all(1)).toHaveLength(spec ? 0 : 1)
  })

  it('responds with 404 to callers who cannot read the project', async () => {
    await expect(new ProjectLabels(access(emulator, 'nobody')).all(old)).rejects.toMatchObject(
      refused(401, '401 Unauthorized'),
    )
    emulator.patch('projects', 1, { visibility: 'private' })
    await expect(new ProjectLabels(access(emulator, 'outsider')).all(old)).rejects.toMatchObject(
      refused(404, '404 Project Not Found'),
    )
  })
})
