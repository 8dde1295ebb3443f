import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, verbsOf } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const args = { project: 'acme/web', name: 'v*', allowedToCreate: [{ accessLevel: 30 }, { userId: 3 }] }
const changed = { ...args, allowedToCreate: [{ userId: 4 }] }
const collection = '/projects/1/protected_tags'
const refusal = { method: 'POST', path: /protected_tags$/, status: 422, body: { message: ['Name is refused'] } }

describe.each(['dynamic', 'native'] as const)('an update of a protected tag, of the %s front', (front) => {
  const emulator = useEmulator()
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = (kind = 'protected-tag') => new Engine(kind, { url: emulator.url, front })
  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
  const subjects = async (name = 'v*') =>
    (await api().protectedTags.get(1, name)).create_access_levels.map(
      ({ user_id, group_id, access_level }) => user_id ?? group_id ?? access_level,
    )
  async function deployed(declared: Json = args, kind?: string): Promise<Engine> {
    const stack = engine(kind)
    await stack.up(declared)
    emulator.clearRequests()
    return stack
  }

  it('deletes the protection and creates it again under the same id', async () => {
    const stack = await deployed()
    const id = stack.state?.id
    expect(await stack.up(changed)).toEqual({ step: 'update', changed: ['allowedToCreate'] })
    expect(writes()).toEqual(['DELETE', 'POST'])
    expect(stack.state).toMatchObject({
      id,
      outputs: { createAccessLevelIds: { 'userId 4': expect.any(Number) as number } },
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([
    [{ userId: 7 }, /userId 7 is not a member of the project: add the user, or remove the entry/],
    [{ groupId: 11 }, /groupId 11 is not invited to the project itself with at least the Developer role/],
    [{ deployKeyId: 5 }, /deployKeyId 5 is not a deploy key with write access/],
  ])('changes nothing if the service would refuse the entry %j', async (entry, problem) => {
    const stack = await deployed()
    const declared = { ...args, allowedToCreate: [{ accessLevel: 30 }, entry] }
    await expect(stack.up(declared)).rejects.toThrow(problem)
    await expect(stack.up(declared)).rejects.toThrow(/"v\*" of acme\/web was not updated, and not deleted/)
    expect(writes()).toEqual([])
  })

  it('accepts a group that is invited, although the user of the token cannot see it', async () => {
    const hidden = { name: 'Hidden', path: 'hidden', visibility: 'private' }
    const { body } = await emulator.post('/groups', hidden, { as: 'root' })
    const { id } = body as { id: number }
    await emulator.post('/projects/1/share', { group_id: id, group_access: 30 }, { as: 'root' })
    const stack = await deployed()
    await stack.up({ ...args, allowedToCreate: [{ groupId: id }] })
    expect(writes()).toEqual(['DELETE', 'POST'])
  })

  it('changes nothing if a deploy key cannot push, or cannot be read', async () => {
    const stack = await deployed()
    const declared = { ...args, allowedToCreate: [{ deployKeyId: 5 }] }
    emulator.fault({ path: /deploy_keys/, status: 200, body: { id: 5, can_push: false } })
    await expect(stack.up(declared)).rejects.toThrow(/deployKeyId 5 is not a deploy key with write access/)
    emulator.fault({ path: /deploy_keys/, status: 403, body: { message: '403 Forbidden' } })
    await expect(stack.up(declared)).rejects.toThrow(/deployKeyId 5 cannot be verified: GET .*403 Forbidden/)
    expect(writes()).toEqual([])
  })

  it('changes nothing if an entry that stays is of a user who has left the project', async () => {
    const stack = await deployed({ ...args, allowedToCreate: [{ userId: 6 }] })
    for (const source of ['/projects/1', '/groups/10']) await emulator.delete(`${source}/members/6`, { as: 'owner' })
    emulator.clearRequests()
    const attempt = stack.up({ ...args, allowedToCreate: [{ userId: 3 }, { userId: 6 }] })
    await expect(attempt).rejects.toThrow(/userId 6 is not a member/)
    expect(writes()).toEqual([])
  })

  it.each([
    ['is cut after the work', { drop: 'after' as const }, ['DELETE', 'POST']],
    ['is cut before the work', { drop: 'before' as const }, ['DELETE', 'POST', 'POST']],
    ['is an error 500', { status: 500 }, ['DELETE', 'POST', 'POST']],
  ])('creates the protection once if the response to the create %s', async (_, fault, sent) => {
    const stack = await deployed()
    emulator.fault({ method: 'POST', path: /protected_tags$/, ...fault })
    await stack.up(changed)
    expect(writes()).toEqual(sent)
    expect(await subjects()).toEqual([4])
  })

  it('finds the protection if its creation gets no response, and the second request is refused for any reason', async () => {
    const stack = await deployed()
    emulator.fault({ method: 'POST', path: /protected_tags$/, drop: 'after' })
    emulator.fault({
      method: 'POST',
      path: /protected_tags$/,
      status: 400,
      body: { message: 'Tag is being protected' },
    })
    const body = { message: '404 Not found' }
    emulator.fault({ method: 'GET', path: /protected_tags\/./, status: 404, body, skip: 1 })
    emulator.fault({ method: 'GET', path: /protected_tags(?:\?|$)/, status: 200, body: [] })
    await stack.up(changed)
    expect(writes()).toEqual(['DELETE', 'POST', 'POST'])
    expect(await subjects()).toEqual([4])
  })

  it.each([
    ['drop after the work', { drop: 'after' as const }],
    ['500 after the work', { status: 500, work: true }],
  ])('continues after a delete whose response is lost: %s', async (_, fault) => {
    const stack = await deployed()
    emulator.fault({ method: 'DELETE', ...fault })
    await stack.up(changed)
    expect(await subjects()).toEqual([4])
  })

  it('keeps the old protection if the service refuses the delete', async () => {
    const stack = await deployed()
    emulator.fault({ method: 'DELETE', status: 403, body: { message: '403 Forbidden' } })
    await expect(stack.up(changed)).rejects.toThrow(/was not updated.*403 Forbidden/)
    expect(await subjects()).toEqual([30, 3])
  })

  it.each([
    ['is refused', { times: 1 }],
    ['fails three times', { times: 3, status: 500, body: {} }],
  ])('restores the old protection if the create %s, and reports it', async (_, fault) => {
    const stack = await deployed()
    emulator.fault({ ...refusal, ...fault })
    await expect(stack.up(changed)).rejects.toThrow(
      /was not updated\. POST .*v\*" of acme\/web was deleted for this update, and then restored with its old arguments/,
    )
    expect(await subjects()).toEqual([30, 3])
    await stack.up(changed)
    expect(await subjects()).toEqual([4])
  })

  it('restores a protection that allowed no one, because the group lost access to the project', async () => {
    const stack = await deployed({ ...args, allowedToCreate: [{ groupId: 12 }] })
    await emulator.delete('/projects/1/share/12', { as: 'owner' })
    emulator.fault(refusal)
    await expect(stack.up(changed)).rejects.toThrow(/then restored/)
    expect(await subjects()).toEqual([0])
  })

  it.each([
    ['the same program', changed],
    ['the former program', args],
  ])('says UNPROTECTED if nothing could be created, and creates the protection with %s', async (_, next) => {
    const stack = await deployed()
    emulator.fault({ ...refusal, times: 2 })
    await expect(stack.up(changed)).rejects.toThrow(
      /protected tag "v\*" of acme\/web is UNPROTECTED: .*Run "pulumi up" again to create it, or restore it by hand: allowedToCreate \[\{"accessLevel":30\},\{"userId":3\}\]/,
    )
    expect((await emulator.get(collection)).body).toEqual([])
    expect(await stack.up(next)).toMatchObject({ step: 'update' })
    expect(await subjects()).toEqual(next === args ? [30, 3] : [4])
    expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
  })

  it('creates the protection if the process was killed between the delete and the create', async () => {
    const stack = await deployed()
    await emulator.delete(`${collection}/v*`, { as: 'root' })
    emulator.clearRequests()
    expect(await stack.up(changed)).toMatchObject({ step: 'update' })
    expect(writes()).toEqual(['POST'])
    expect(await subjects()).toEqual([4])
  })

  it('deletes nothing if the protection is already as declared', async () => {
    const stack = await deployed()
    await api().protectedTags.delete(1, 'v*')
    await api().protectedTags.create(1, { name: 'v*', allowed_to_create: [{ user_id: 4 }] })
    emulator.clearRequests()
    await stack.up(changed)
    expect(writes()).toEqual([])
  })

  it('adopts a different protection by deleting it and creating it again, and reports it', async () => {
    await emulator.post(collection, { name: 'v*' }, { as: 'root' })
    const stack = engine()
    await stack.up({ ...changed, onConflict: 'adopt' })
    expect(stack.warnings.join()).toMatch(/was adopted: allowedToCreate .*so it was deleted and created again/)
    expect(await subjects()).toEqual([4])
  })

  it('adopts nothing if the protection to adopt could not be created again, and the next update creates it', async () => {
    await emulator.post(collection, { name: 'v*' }, { as: 'root' })
    const stack = engine()
    // The first create finds the protection.
    emulator.fault({ ...refusal, skip: 1, times: 2 })
    await expect(stack.up({ ...changed, onConflict: 'adopt' })).rejects.toThrow(/is UNPROTECTED/)
    expect(stack.state).toBeUndefined()
    await stack.up({ ...changed, onConflict: 'adopt' })
    expect(await subjects()).toEqual([4])
  })

  it('updates the items of a set, and creates an item again that is UNPROTECTED', async () => {
    const set = (allowedToCreate: Json[]) => ({
      project: 'acme/web',
      items: { 'v*': { allowedToCreate }, stable: { allowedToCreate: [{ accessLevel: 30 }] } },
    })
    const stack = await deployed(set([{ userId: 3 }]), 'protected-tag-set')
    emulator.fault({ ...refusal, times: 2 })
    const failure = await stack.up(set([{ userId: 4 }])).catch((error: Error) => error)
    expect(String(failure)).toMatch(/protected tag "v\*" of acme\/web is UNPROTECTED/)
    expect(String(failure)).not.toMatch(/object to be replaced/)
    await stack.up(set([{ userId: 3 }]))
    expect(await subjects()).toEqual([3])
    emulator.clearRequests()
    expect(await stack.up(set([{ userId: 4 }]))).toMatchObject({ step: 'update' })
    expect(writes()).toEqual(['DELETE', 'POST'])
  })
})

describe('an update of a protected tag without a paid tier', () => {
  const emulator = useEmulator({ tier: 'free' })

  it('changes nothing if an entry names a user', async () => {
    const stack = new Engine('protected-tag', { url: emulator.url })
    await stack.up({ ...args, allowedToCreate: [{ accessLevel: 30 }] })
    emulator.clearRequests()
    await expect(stack.up(changed)).rejects.toThrow(/require Premium or Ultimate: remove userId 4/)
    expect(emulator.requests().every(({ method }) => method === 'GET')).toBe(true)
  })
})

describe('an update of a protected tag on the Community Edition', () => {
  const emulator = useEmulator({ tier: 'ce' })

  it('changes a single role, and refuses a list before it deletes anything', async () => {
    const stack = new Engine('protected-tag', { url: emulator.url })
    await stack.up({ ...args, allowedToCreate: [{ accessLevel: 30 }] })
    await stack.up({ ...args, allowedToCreate: [{ accessLevel: 'noOne' }] })
    emulator.clearRequests()
    const attempt = stack.up({ ...args, allowedToCreate: [{ accessLevel: 30 }, { accessLevel: 60 }] })
    await expect(attempt).rejects.toThrow(/Community Edition only accepts a single role/)
    expect(emulator.requests().every(({ method }) => method === 'GET')).toBe(true)
  })
})

describe('a preview of an update of a protected tag', () => {
  const emulator = useEmulator()
  const warning = /deletes protected tag "v\*" of acme\/web and creates it again.*tags that match the name are not/

  async function warningsOf(former: Json, next: Json, kind = 'protected-tag'): Promise<string> {
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const warnings: string[] = []
    const reporter = { warn: (text: string) => void warnings.push(text), status: () => {} }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter)
    await verbsOf(load(kind), connection).preview?.(former, next, {})
    return warnings.join('\n')
  }

  it('warns of the moment without protection if entries change, and not otherwise', async () => {
    expect(await warningsOf(args, changed)).toMatch(warning)
    expect(await warningsOf(args, args)).toBe('')
    expect(await warningsOf(args, { ...args, name: 'w*', allowedToCreate: [{ accessLevel: 40 }] })).toBe('')
  })

  it('warns in one line of the items of a set that it creates again', async () => {
    const set = (allowedToCreate: Json[]) => ({
      project: 1,
      items: { a: { name: 'a', allowedToCreate }, b: { name: 'b', allowedToCreate } },
    })
    const said = await warningsOf(set([{ accessLevel: 30 }]), set([{ accessLevel: 40 }]), 'protected-tag-set')
    expect(said).toMatch(/^The update deletes items a, b of .* and creates them again[^\n]*$/)
  })

  describe('for its summary', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-records-'))
    const file = join(folder, 'records')
    beforeEach(() => void (process.env.TRUEUP_PREVIEW_RECORDS = file))
    afterEach(() => {
      delete process.env.TRUEUP_PREVIEW_RECORDS
      rmSync(file)
    })
    afterAll(() => rmSync(folder, { recursive: true }))
    const records = () =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
    const recreated = { kind: 'protected-tag', meanwhile: 'tags that match the name are not protected' }

    it('records that an update creates it again', async () => {
      await warningsOf(args, changed)
      const subject = 'protected tag "v*"'
      expect(records()).toMatchObject([{ ...recreated, effect: 'recreate', parent: 'acme/web', subject }])
    })

    it('records the items of a set that it creates again', async () => {
      const set = (allowedToCreate: Json[]) => ({ project: 1, items: { a: { name: 'a', allowedToCreate } } })
      await warningsOf(set([{ userId: 3 }]), set([{ userId: 4 }]), 'protected-tag-set')
      const subject = 'protected tag "a"'
      expect(records()).toMatchObject([{ ...recreated, effect: 'recreate', parent: '1', subject }])
    })

    it('records that an adoption creates it again', async () => {
      await emulator.post(collection, { name: 'v*' }, { as: 'root' })
      await warningsOf({}, { ...changed, onConflict: 'adopt' })
      expect(records()).toMatchObject([{ ...recreated, effect: 'adopt' }])
    })
  })

  it('warns of an adoption that creates the protection again', async () => {
    await emulator.post(collection, { name: 'v*' }, { as: 'root' })
    expect(await warningsOf({}, { ...changed, onConflict: 'adopt' })).toMatch(warning)
  })
})
