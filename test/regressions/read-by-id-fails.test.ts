import { provider } from '../../provider'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'

/** Reads like Pulumi does for a resource with the option `id`. */
const read = (kind: string, id: string, args: object) => provider(kind).read!(id, { ...args })

describe('a resource with the option id', () => {
  const emulator = useEmulator()
  beforeEach(() => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-maintainer'
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  it('returns the outputs of an existing object by id, and fails if it does not exist', async () => {
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    const { id } = await api.labels.create(1, { name: 'bug', color: '#FF0000' })
    await api.close()
    expect(await read('label', `1/${id}`, {})).toMatchObject({
      id: `1/${id}`,
      props: { name: 'bug', color: '#FF0000' },
    })
    await expect(read('label', '1/99', {})).rejects.toThrow(
      'label 1/99 was not read: it does not exist. Correct the id.',
    )
    await expect(read('label', '99', {})).rejects.toThrow(
      /^label was not read\. The id of a label must have the form <project id>\/<id> \(got "99"\)/,
    )
  })

  it('fails for an issue link that does not exist, whose other end is unknown', async () => {
    await expect(read('issue-link', '1/1/99', {})).rejects.toThrow(
      'issue link 1/1/99 was not read: it does not exist. Correct the id.',
    )
  })

  it('reports an object in state as deleted without an error', async () => {
    expect(await read('label', '1/99', { project: 1, name: 'bug', instance: emulator.url })).toEqual({})
  })

  it('names the alternative for the import of a set', async () => {
    await expect(read('label-set', '1', {})).rejects.toThrow(/To import existing objects, .* onConflict: "adopt"\.$/)
  })

  it.each(['label-set', 'pipeline-run'])(
    'fails to read a %s by id, because the service has no such object',
    async (kind) => {
      await expect(read(kind, '1/99', { project: 1 })).rejects.toThrow(/cannot be read by its id.* with a function/)
    },
  )
})
