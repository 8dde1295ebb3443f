import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack, type Result, said, type State } from '../support/pulumi'

jest.setTimeout(120_000)

const declared = (labels: Record<string, object>) =>
  Object.entries(labels).map(
    ([name, args]) =>
      `exports[${JSON.stringify(name)}] = new trueup.Label(${JSON.stringify(name)}, ${JSON.stringify(args)}).id`,
  )
const program = (labels: Record<string, object>) => ["const trueup = require('trueup')", ...declared(labels)].join('\n')

const bug = { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Broken', priority: 1 }
const feature = { project: 'acme/web', name: 'feature', color: '#2E8B57' }

/** Changes by another user, each of a label with the name of the property. */
const changes = {
  name: { new_name: 'kaputt' },
  color: { color: '#000000' },
  description: { color: '#DC143C', description: 'Changed by hand' },
  priority: { color: '#DC143C', priority: 9 },
}
const properties = Object.keys(changes) as (keyof typeof changes)[]
const drifting = Object.fromEntries(properties.map((name) => [name, { ...bug, name }]))

/** Resources and labels have the name of their change. */
const others = Object.fromEntries(
  ['deleted', 'renamed', 'respelled', 'moved'].map((name) => [name, { ...feature, name }] as const),
)
const changed = {
  ...drifting,
  ...others,
  renamed: { ...others.renamed, name: 'defect' },
  respelled: { ...others.respelled, project: 1 },
  moved: { ...others.moved, project: 'acme/api' },
}
const count = Object.keys(changed).length

describe('labels under the real engine', () => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: program({ ...drifting, ...others }),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const names = async (project = 1) => (await api.labels.list(project).all()).map(({ name }) => name).sort()
  const idOf = async (name: string) => (await api.labels.get(1, name)).id
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('creates labels, after which there is no diff', async () => {
    expectOk(await stack.up())
    expect(await names()).toEqual([...properties, ...Object.keys(others)].sort())
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('stores one short constant line of code in state, and no token', async () => {
    const state = await stack.export({ showSecrets: true })
    const labels = labelsIn(state)
    expect(labels).toHaveLength(count)
    for (const { inputs, outputs, id } of labels) {
      const text = String(inputs?.__provider)
      expect(text).toBe('exports.handler=()=>require("trueup/runtime").provider("label")')
      expect(Buffer.byteLength(text)).toBeLessThan(100)
      expect(outputs).toMatchObject({ __provider: text, projectId: 1, instance: emulator.url })
      expect(Object.keys(inputs ?? {}).sort()).toEqual(['__provider', 'archived', ...Object.keys(bug)].sort())
      expect(id).toBe(`1/${String(outputs?.labelId)}`)
      expect(JSON.stringify({ inputs, outputs })).not.toContain('emulator-maintainer')
    }
  })

  describe('after changes by another user', () => {
    let before: Record<string, Awaited<ReturnType<Client['labels']['get']>>>
    let refresh: Result
    let preview: Result

    beforeAll(async () => {
      before = Object.fromEntries((await api.labels.list(1).all()).map((label) => [label.name, label]))
      for (const name of properties) await api.labels.update(1, name, changes[name])
      await api.labels.delete(1, 'deleted')
      refresh = await stack.refresh({ previewOnly: true })
      preview = await stack.preview({ refresh: true, json: true, expectNoChanges: true })
    })

    const stepOf = (name: string) =>
      preview.json.steps?.find(({ urn, op }) => urn.endsWith(`::${name}`) && op !== 'refresh')

    it.each(properties)('shows the changed property in a preview: %s', (property) => {
      expect(stepOf(property)).toMatchObject({ op: 'update' })
      expect(stepOf(property)?.detailedDiff).toEqual({ [property]: { kind: 'update', inputDiff: true } })
    })

    it('fails a preview with --expect-no-changes', () => expect(preview.code).not.toBe(0))

    it('reports deleted labels in a refresh with --preview-only', () => {
      expect(expectOk(refresh).stdout).toMatch(/- 1 to delete|-1 .*delete|deleted.*delete/)
      expect(stepOf('deleted')).toMatchObject({ op: 'create' })
    })

    describe('and changes of the program', () => {
      let up: Result
      let sent: ReturnType<typeof writes>

      beforeAll(async () => {
        await stack.setProgram(program(changed))
        emulator.clearRequests()
        up = await stack.up({ refresh: true })
        sent = writes()
      })

      it('updates all labels in one update', () => {
        expectOk(up)
        expect(sent.map(({ method }) => method).sort()).toEqual([
          'DELETE',
          ...['POST', 'POST'],
          ...['PUT', 'PUT', 'PUT', 'PUT', 'PUT'],
        ])
        // The stack and the label with another spelling of its project are unchanged.
        expect(up.stdout).toMatch(
          /^Resources:\n +\+ 1 created\n +~ 5 updated\n +\+-1 replaced\n +7 changes\. 2 unchanged\n/m,
        )
      })

      it.each(properties)('repairs a changed label: %s', async (name) => {
        const labels = await api.labels.list(1).all()
        expect(labels.find(({ id }) => id === before[name]!.id)).toEqual(before[name])
      })

      it('recreates deleted labels', async () => {
        expect(await idOf('deleted')).not.toBe(before.deleted!.id)
      })

      it('renames a label in place', async () => {
        const { id } = before.renamed!
        const ours = sent.filter(({ path }) => path.endsWith(`/labels/${id}`))
        expect(ours).toEqual([expect.objectContaining({ method: 'PUT', body: { new_name: 'defect' } })])
        expect(await idOf('defect')).toBe(id)
      })

      it('replaces a label that moves to another project', async () => {
        expect(up.stdout).toMatch(/ moved replaced .*~project/)
        expect(await names(1)).not.toContain('moved')
        expect(await names(2)).toEqual(['moved'])
      })

      it('shows no diff for another spelling of the project', async () => {
        emulator.clearRequests()
        expectOk(await stack.up({ refresh: true, expectNoChanges: true }))
        expect(writes()).toEqual([])
        expect(await idOf('respelled')).toBe(before.respelled!.id)
      })
    })
  })

  it('rejects an invalid program before any request, with the line of an invalid constructor call', async () => {
    const wrong = `const trueup = require('trueup')
function declare() {
  new trueup.Label('', { project: 'acme/web', name: 'bug', color: 'red' })
}
try {
  declare()
} catch (error) {
  console.log('STACK', JSON.stringify(error.stack))
}
console.log('LIMIT', Error.stackTraceLimit)
${declared({ bug: { ...bug, color: 'reddish', prority: 1 } }).join('\n')}`
    await stack.setProgram(wrong)
    emulator.clearRequests()
    const result = await stack.up()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(/color must be a CSS color .*got "reddish"/)
    expect(said(result)).toMatch(/prority is not an argument of a label: did you mean priority\?/)
    expect(said(result)).toMatch(/STACK .*Missing resource name argument.*declare .*index\.js:3/)
    expect(said(result)).toMatch(/LIMIT [1-9]\d*/)
    expect(emulator.requests()).toEqual([])
  })

  it('rejects a label that is declared twice in the preview, with both names', async () => {
    await stack.setProgram(program({ bug, twin: { ...bug, project: '/acme/web/', name: ' bug' } }))
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(/label "bug" of acme\/web is declared twice, by Label "bug" and Label "twin"/)
  })

  it('warns in a preview that no label can be created in a project that is scheduled for deletion', async () => {
    const headers = { 'PRIVATE-TOKEN': 'emulator-root' }
    expect(await fetch(`${emulator.url}/api/v4/projects/2`, { method: 'DELETE', headers })).toMatchObject({
      status: 202,
    })
    await stack.setProgram(program({ ...changed, late: { ...feature, project: 'acme/api', name: 'late' } }))
    const text = said(expectOk(await stack.preview({ refresh: true }))).replace(/\s+/g, ' ')
    expect(text).toMatch(
      /warning: project acme\/api-deletion_scheduled-2 \(id 2\) is scheduled for deletion: it was deleted on 20/,
    )
    expect(text).toContain(
      'The update would fail: label "late" of acme/api cannot be created: project acme/api-deletion_',
    )
    expect(text).not.toContain('has moved to')
  })

  it('deletes all labels in a destroy', async () => {
    expectOk(await stack.destroy())
    expect(await names(1)).toEqual([])
    expect(await names(2)).toEqual([])
  })
})

const labelsIn = (state: State) =>
  state.deployment.resources?.filter(({ type }) => type === 'pulumi-nodejs:dynamic/trueup:Label') ?? []
