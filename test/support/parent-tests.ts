import type { Json } from '../../provider/core/schema/json'
import type { TestEmulator } from './emulator'
import { Engine } from './engine'
import { reportsOfPreview } from './warnings-of-preview'

/** A kind whose objects are the projects or groups themselves. */
export interface ParentCase {
  readonly kind: 'project' | 'group'
  /** One of the seed world, and its name. */
  readonly path: string
  readonly id: number
  readonly name: string
  /** Another one of the seed world. */
  readonly other: { readonly path: string; readonly id: number }
  /** A setting that a second request sets after the creation, and its field in a response. */
  readonly setting: { readonly args: Json; readonly shown: Json }
  /** The arguments that move it, as messages name them. */
  readonly movedBy: string
}

/** Tests of the deletion, the restoration and the creation of projects and groups. The emulator has the flavor `gitlab`. */
export function parentTests(emulator: TestEmulator, tested: ParentCase): void {
  const { kind, path, id, name, other, setting, movedBy } = tested
  const endpoint = `/${kind}s`
  const missing = 'acme/fresh'
  const asRoot = { as: 'root' }
  const options = () => ({ url: emulator.url, token: 'emulator-owner' })
  const engine = () => new Engine(kind, options())
  const args = (more: Json = {}): Json => ({ [kind]: path, ...more })
  const newOne = (more: Json = {}): Json => ({ [kind]: missing, create: true, ...more })
  const live = async (reference: number | string = id) =>
    (await emulator.get(`${endpoint}/${encodeURIComponent(reference)}`, asRoot)).body as Json
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it(`keeps the ${kind} when the resource is deleted`, async () => {
    const stack = engine()
    await stack.up(args({ description: 'x' }))
    emulator.clearRequests()
    await stack.destroy()
    expect(writes()).toEqual([])
    expect(stack.warnings).toContainEqual(
      expect.stringContaining(`${kind} ${path} (id ${id}) is kept: it is protected against deletion`),
    )
  })

  it(`deletes the ${kind} if an earlier update has ended its protection`, async () => {
    const stack = engine()
    await stack.up(args())
    await stack.up(args({ deletionProtection: false }))
    await stack.destroy()
    expect(await live()).toMatchObject({ marked_for_deletion_on: expect.any(String) })
  })

  it(`keeps the resource if a proxy responded to the deletion of its ${kind}`, async () => {
    const stack = engine()
    await stack.up(args({ deletionProtection: false }))
    emulator.fault({ method: 'DELETE', status: 200, body: { status: 'ok' } })
    await expect(stack.destroy()).rejects.toThrow(
      /was not deleted.*The response reports success, but does not identify the object/,
    )
    await stack.destroy()
    expect(await live()).toMatchObject({ marked_for_deletion_on: expect.any(String) })
  })

  it(`does not delete a ${kind} that is replaced by another one`, async () => {
    const stack = engine()
    await stack.up(args({ deletionProtection: false }))
    await expect(stack.up({ [kind]: other.path, deletionProtection: false })).rejects.toThrow(
      `${kind} cannot name another ${kind} while deletionProtection is false in the state`,
    )
    await stack.up(args({ deletionProtection: true }))
    expect(await stack.up({ [kind]: other.path })).toMatchObject({ step: 'replace' })
    expect(stack.state?.id).toBe(String(other.id))
    expect(await live()).toMatchObject({ marked_for_deletion_on: null })
  })

  it(`restores a ${kind} that is scheduled for deletion only if restore is true`, async () => {
    const stack = engine()
    await stack.up(args({ description: 'x', name }))
    await emulator.delete(`${endpoint}/${id}`, asRoot)
    await stack.refresh()
    await expect(stack.up(args({ description: 'y', name }))).rejects.toThrow(
      /scheduled for deletion, so it was not changed. Set restore: true/,
    )
    const declared = args({ description: 'y', name, restore: true })
    await stack.up(declared)
    expect(await live(path)).toMatchObject({ marked_for_deletion_on: null, name, description: 'y' })
    await emulator.delete(`${endpoint}/${id}`, asRoot)
    expect((await stack.refresh()).drifted).toContain('restore')
    await stack.up(declared)
    expect(await live(path)).toMatchObject({ marked_for_deletion_on: null, name })
  })

  it(`says that a ${kind} could not be adopted`, async () => {
    emulator.fault({ method: 'PUT', path: new RegExp(`${endpoint}/\\d+$`), status: 400, times: 9 })
    await expect(engine().up(args({ description: 'z' }))).rejects.toThrow(`${kind} ${path} was not adopted.`)
  })

  it(`restores a ${kind} that was deleted since the last refresh`, async () => {
    const stack = engine()
    await stack.up(args({ description: 'x', restore: true }))
    await emulator.delete(`${endpoint}/${id}`, asRoot)
    await stack.up(args({ description: 'y', restore: true }))
    expect(await live()).toMatchObject({ marked_for_deletion_on: null, description: 'y' })
  })

  it(`says in a preview that an update would fail because the ${kind} is scheduled for deletion`, async () => {
    const stack = engine()
    await stack.up(args({ description: 'x' }))
    await emulator.delete(`${endpoint}/${id}`, asRoot)
    const preview = (more: Json) => reportsOfPreview(kind, options(), stack.state!.outputs, args(more))
    expect((await preview({ description: 'y' })).warnings).toContainEqual(
      expect.stringMatching(/^The update would fail: .*scheduled for deletion: set restore: true to restore it/),
    )
    expect((await preview({ description: 'y', restore: true })).warnings.join()).not.toMatch(/would fail/)
    expect((await preview({ description: 'x' })).warnings.join()).not.toMatch(/would fail/)
  })

  it(`says in a preview that a new ${kind} would not be created at the path of another argument`, async () => {
    const { warnings } = await reportsOfPreview(kind, options(), {}, newOne({ path: 'newer' }))
    expect(warnings).toEqual([
      `The update would fail: ${kind} ${missing}: ${kind} must name the path of the new ${kind}: write "acme/newer" there, ` +
        `or remove ${kind === 'project' ? 'namespace' : 'parent'} and path.`,
    ])
  })

  it(`says in a preview that a new ${kind} would not be created in a group that does not exist, or is less visible`, async () => {
    const previewed = async (more: Json) => (await reportsOfPreview(kind, options(), {}, newOne(more))).warnings
    expect(await previewed({ [kind]: 'acne/new' })).toEqual([
      expect.stringMatching(
        /^The update would fail, unless another resource changes this before: .* acne does not exist/,
      ),
    ])
    await emulator.put('/projects/2', { visibility: 'internal' }, asRoot)
    await emulator.put('/projects/1', { visibility: 'internal' }, asRoot)
    expect(await emulator.put('/groups/10', { visibility: 'internal' }, asRoot)).toMatchObject({ status: 200 })
    expect(await previewed({ visibility: 'public' })).toEqual([
      expect.stringMatching(
        /^The update would fail, unless another .*must not be more than that of group acme, which is internal\.$/,
      ),
    ])
    expect(await previewed({ visibility: 'internal' })).toEqual([])
    expect(writes().filter(({ method }) => method === 'POST')).toEqual([])
  })

  it(`does not restore a ${kind} if other arguments do not fit`, async () => {
    const stack = engine()
    await stack.up(args({ visibility: 'private' }))
    await emulator.delete(`${endpoint}/${id}`, asRoot)
    await emulator.put('/projects/2', { visibility: 'internal' }, asRoot)
    expect(await emulator.put('/groups/10', { visibility: 'internal' }, asRoot)).toMatchObject({ status: 200 })
    await stack.refresh()
    emulator.clearRequests()
    await expect(stack.up(args({ visibility: 'public', restore: true }))).rejects.toThrow(
      /visibility must not be more than that of group acme, which is internal\. Nothing was sent/,
    )
    expect(writes()).toEqual([])
  })

  it(`does not create a ${kind} in place of the one of the resource, which would remain behind`, async () => {
    const stack = engine()
    await stack.up(args({ create: true }))
    await expect(stack.up(newOne())).rejects.toThrow(
      `${kind} ${missing} does not exist, and the resource has ${kind} ${path}. To move it, keep ${kind}: "${path}", ` +
        `and set ${movedBy}`,
    )
    expect(writes()).toEqual([])
  })

  it(`fails without create if the ${kind} does not exist, also in a preview`, async () => {
    const { warnings } = await reportsOfPreview(kind, options(), {}, { [kind]: missing })
    expect(warnings).toEqual([
      expect.stringMatching(`The update would fail: ${kind} ${missing} cannot be read.*add create: true`),
    ])
    await expect(engine().up({ [kind]: missing })).rejects.toThrow(/add create: true to create it/)
    expect(writes()).toEqual([])
  })

  it(`finds a new ${kind} by its path if the response to its creation is lost`, async () => {
    emulator.fault({ method: 'POST', path: new RegExp(`${endpoint}$`), drop: 'after' })
    await engine().up(newOne({ description: 'x' }))
    expect((await emulator.get(`${endpoint}?search=fresh`, asRoot)).body).toHaveLength(1)
    expect(await live(missing)).toMatchObject({ description: 'x' })
  })

  it(`creates one ${kind} if the first request did not arrive`, async () => {
    emulator.fault({ method: 'POST', path: new RegExp(`${endpoint}$`), drop: 'before' })
    await engine().up(newOne())
    expect((await emulator.get(`${endpoint}?search=fresh`, asRoot)).body).toHaveLength(1)
  })

  it.each([['POST'], ['PUT']])(`reads a new ${kind} if the response to %s is empty`, async (method) => {
    const at = method === 'POST' ? endpoint : `${endpoint}/\\d+`
    emulator.fault({ method, path: new RegExp(`${at}$`), status: 204, work: true })
    const stack = engine()
    await stack.up(newOne(setting.args))
    expect(await live(missing)).toMatchObject(setting.shown)
    expect(await stack.preview(newOne(setting.args))).toEqual({ step: 'same', changed: [] })
  })

  it(`stores a new ${kind} whose settings could not be set, and the next update completes it`, async () => {
    emulator.fault({ method: 'PUT', path: new RegExp(`${endpoint}/\\d+$`), status: 400 })
    const stack = engine()
    await expect(stack.up(newOne(setting.args))).rejects.toThrow(
      /exists \(id \d+\)\. It was created, but its settings were not/,
    )
    expect(stack.state).toMatchObject({ unfinished: true })
    await stack.up(newOne(setting.args))
    expect(await live(missing)).toMatchObject(setting.shown)
  })

  it(`creates a ${kind} beside one that had its path and is scheduled for deletion`, async () => {
    const stack = engine()
    await stack.up(newOne({ deletionProtection: false }))
    await stack.destroy()
    await engine().up(newOne())
    expect(await live(missing)).toMatchObject({ path: 'fresh', marked_for_deletion_on: null })
  })
}
