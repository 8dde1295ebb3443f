import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../provider/core/schema/json'
import { asSecret } from '../../provider/core/schema/secret-value'
import { UNKNOWN } from '../../provider/core/schema/unknown'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { configurationOf } from '../../provider/native/configuration'
import { programRuntime } from '../../provider/native/program-runtime'
import { received } from '../../provider/native/values'
import { useEmulator } from '../support/emulator'
import { plainValues, urnOf, useNativeProcesses } from '../support/native-process'

const emulator = useEmulator({ flavor: 'spec' })
const start = useNativeProcesses(emulator)

describe('outputs in previews', () => {
  const urn = urnOf('trigger-token', 'ci')

  it('keeps the tokens and ids of the items of a set that the update does not replace', async () => {
    const [set, project] = [urnOf('trigger-token-set', 'all'), 1]
    const { provider } = start()
    const expiresAt = '2026-12-31T00:00:00Z'
    const items = { kept: { description: 'kept' }, renamed: { description: 'old' }, left: { description: 'left' } }
    const { inputs } = provider.check(set, {}, { project, items: { ...items, expiring: { description: 'x' } } })
    const { id, outs } = await provider.create(set, inputs, false)
    const { left: _, ...others } = items
    const changed = { ...others, renamed: { description: 'new' }, expiring: { description: 'x', expiresAt } }
    const { inputs: news } = provider.check(set, inputs, {
      project,
      items: { ...changed, added: { description: 'y' } },
    })
    const { ids, tokens } = plainValues(await provider.update(set, id, outs, news, true, inputs))
    const before = plainValues(outs) as Record<'ids' | 'tokens', Record<string, unknown>>
    const unknown = { expiring: UNKNOWN, added: UNKNOWN }
    expect(ids).toEqual({ kept: before.ids.kept, renamed: before.ids.renamed, ...unknown })
    expect(tokens).toEqual({ kept: before.tokens.kept, renamed: before.tokens.renamed, ...unknown })
    const after = plainValues(await provider.update(set, id, outs, news, false, inputs))
    expect(after).toMatchObject({ ids: { renamed: before.ids.renamed }, tokens: { renamed: before.tokens.renamed } })
    expect(Object.keys(after.ids as object).sort()).toEqual(['added', 'expiring', 'kept', 'renamed'])
  })

  it('knows no id of a set whose items are unknown in part', async () => {
    const set = urnOf('label-set', 'all')
    const { provider } = start()
    const { inputs } = provider.check(set, {}, { project: 1, items: { bug: { color: 'red' } } })
    const { id, outs } = await provider.create(set, inputs, false)
    const items = { bug: { color: 'red' }, other: { color: 'red', name: UNKNOWN } }
    const { inputs: news } = provider.check(set, inputs, { project: 1, items })
    expect(await provider.update(set, id, outs, news, true, inputs)).toMatchObject({ ids: UNKNOWN, projectId: 1 })
  })

  it('stores null for a secret that the service does not return, because missing outputs are unknown', async () => {
    const { body } = await emulator.post('/projects/1/triggers', { description: 'ci' }, { as: 'owner' })
    const found = await start().provider.read(urn, `1/${(body as { id: number }).id}`, {}, {})
    expect(found?.outs).toMatchObject({ token: null, ownerUsername: 'owner' })
    const again = await start().provider.read(urn, found!.id, found!.outs, found!.inputs)
    expect(again).toEqual(found)
  })

  it('keeps the token of a trigger token whose description changes', async () => {
    const { provider } = start()
    const { inputs } = provider.check(urn, {}, { project: 1, description: 'ci' })
    const { id, outs } = await provider.create(urn, inputs, false)
    const { inputs: news } = provider.check(urn, inputs, { project: 1, description: 'nightly' })
    const planned = await provider.update(urn, id, outs, news, true, inputs)
    expect(planned.token).toEqual(outs.token)
    expect(planned.token).toEqual(asSecret(expect.any(String)))
    expect(planned).toMatchObject({ ownerUsername: 'maintainer', instance: emulator.url })
    expect(received(await provider.update(urn, id, outs, news, false, inputs)).values).toMatchObject(
      received(planned).values,
    )
  })
})

describe('errors for a program in Python', () => {
  const urn = urnOf('protected-environment', 'production')

  it('names the arguments as in Python, and keeps values', async () => {
    const { provider } = start('python')
    const args = {
      project: 1,
      name: 'accessLevel',
      deployAccessLevels: [{ acces_level: 30 }],
      onConflict: 'accessLevel',
    }
    expect(provider.check(urn, {}, args).failures).toEqual([
      expect.stringMatching(/^deploy_access_levels\[0\]\.acces_level is not .*: did you mean access_level\?$/),
      expect.stringMatching(/^on_conflict must be one of .* \(got "accessLevel"\)$/),
    ])
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#000000' })
    const label = urnOf('label', 'bug')
    const { inputs } = provider.check(label, {}, { project: 1, name: 'bug', color: 'red' })
    await expect(provider.create(label, inputs, false)).rejects.toThrow('on_conflict: "adopt"')
  })

  it('names the arguments in warnings of previews as in Python, and keeps values', async () => {
    await emulator.post('/projects/1/labels', { name: 'onConflict', color: '#000000' })
    const { provider, messages } = start('python')
    const label = urnOf('label', 'one')
    const { inputs } = provider.check(label, {}, { project: 1, name: 'onConflict', color: 'red' })
    await provider.create(label, inputs, true)
    expect(messages.join()).toMatch(/label "onConflict" .* on_conflict: "adopt"/)
  })

  it('names the arguments as in the schema for other programs', () => {
    const args = { project: 1, name: 'production', deployAccessLevels: [{ acces_level: 30 }] }
    expect(start('yaml').provider.check(urn, {}, args).failures).toEqual([
      expect.stringMatching(/^deployAccessLevels\[0\]\.acces_level .*: did you mean accessLevel\?$/),
    ])
  })

  it.each([
    ['runtime: python\n', 'python'],
    ['name: x\nruntime:\n  name: python\n  options: { virtualenv: venv }\n', 'python'],
    ['name: x\nruntime: { name: "python" }\n', 'python'],
    ['{"name":"x","runtime":{"options":{},"name":"python"}}', 'python'],
    ['description: "the runtime: python"\nruntime: yaml\n', 'yaml'],
    ['- a list', undefined],
  ])('reads the runtime of the program from %j, also above its folder', (text, runtime) => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-runtime-'))
    mkdirSync(join(folder, 'infra'))
    writeFileSync(join(folder, 'Pulumi.yaml'), text)
    expect(programRuntime(join(folder, 'infra'))).toBe(runtime)
    rmSync(folder, { recursive: true })
  })
})

/** Creates a resource, updates it with other arguments, which are equivalent, and refreshes it. */
async function refreshed(kind: string, first: Json, second: Json, change = (outs: Json): Json => outs) {
  const urn = urnOf(kind, 'one')
  const { provider } = start()
  const { inputs } = provider.check(urn, {}, first)
  const { id, outs } = await provider.create(urn, inputs, false)
  const later = start().provider
  const { inputs: declared } = later.check(urn, inputs, second)
  expect(await later.diff(urn, id, outs, declared, inputs)).toMatchObject({ changes: false })
  emulator.clearRequests()
  const found = await start().provider.read(urn, id, change(outs), declared)
  return { declared, found, requests: emulator.requests().map(({ path }) => path) }
}

describe('a refresh', () => {
  it('keeps the spelling of the project in the program', async () => {
    const label = { name: 'bug', color: 'red' }
    const { declared, found } = await refreshed('label', { ...label, project: 'acme/web' }, { ...label, project: 1 })
    expect(found?.inputs).toEqual(declared)
    expect(found?.inputs.project).toBe(1)
  })

  it('keeps the spelling of the project of a set', async () => {
    const items = { bug: { color: 'red' } }
    const { declared, found } = await refreshed('label-set', { project: 1, items }, { project: 'ACME/web', items })
    expect(found?.inputs).toEqual(declared)
  })

  it('sends no further request if the spelling is equal', async () => {
    const args = { name: 'bug', color: 'red', project: 1 }
    const { requests } = await refreshed('label', args, args)
    expect(requests).toHaveLength(1)
  })

  it('shows another project', async () => {
    const label = { name: 'bug', color: 'red', project: 1 }
    const { found } = await refreshed('label', label, label)
    const urn = urnOf('label', 'one')
    const other = await start().provider.read(urn, found!.id, found!.outs, { ...found!.inputs, project: 'acme/api' })
    expect(other?.inputs.project).toBe(1)
  })

  it('keeps an argument plain if only its output is secret', async () => {
    const label = { name: 'bug', color: 'red', description: 'text', project: 1 }
    const hide = (outs: Json) => ({ ...outs, description: asSecret(outs.description) })
    const { declared, found } = await refreshed('label', label, label, hide)
    expect(found?.inputs).toEqual(declared)
    expect(found?.outs.description).toEqual(asSecret('text'))
  })
})

/** The kind, its object, and the arguments that no response contains. */
const unreadable: [string, string, Json, string[]][] = [
  [
    'project-variable',
    '/projects/1/variables',
    { key: 'K', value: 'not-shown', masked_and_hidden: true, environment_scope: '*' },
    ['value'],
  ],
  [
    'project-hook',
    '/projects/1/hooks',
    {
      url: 'https://example.com/{key}',
      custom_headers: [{ key: 'X-Key', value: 'not-shown' }],
      url_variables: [{ key: 'key', value: 'not-shown' }],
    },
    ['customHeaders', 'urlVariables'],
  ],
]

describe('the check of an import whose secrets no response contains', () => {
  const hosted = useEmulator({ flavor: 'gitlab' })
  const importing = useNativeProcesses(hosted)

  it.each(unreadable)('accepts a %s without them, and says what to declare', async (kind, path, object, names) => {
    const { body } = await hosted.post(path, object)
    const id = kind === 'project-hook' ? String((body as { id: number }).id) : 'K~*'
    const urn = urnOf(kind, 'imported')
    const { provider, messages } = importing()
    const found = await provider.read(urn, `1/${id}`, {}, {})
    const { inputs } = found!
    expect(provider.check(urn, inputs, inputs).failures).toEqual([])
    expect(messages.join()).toMatch(new RegExp(` was imported without the values? of ${names.join(' and ')}, which `))
    // The program must declare them, also later in the same process.
    expect(provider.check(urn, inputs, inputs).failures).toHaveLength(names.length)
    expect(importing().provider.check(urn, inputs, inputs).failures).toHaveLength(names.length)
  })

  it('reports arguments that the import has not returned', async () => {
    await hosted.post('/projects/1/variables', { key: 'K', value: 'not-shown', masked_and_hidden: true })
    const urn = urnOf('project-variable', 'imported')
    const { provider } = importing()
    const { inputs } = (await provider.read(urn, '1/K~*', {}, {}))!
    const { failures } = provider.check(urn, {}, { ...inputs, value: 17, masked: 'yes' })
    expect(failures).toEqual(['value must be a string', 'masked must be true or false (got "yes")'])
  })
})

/** What the engine does until a replacement because of `replaceOnChanges`. */
async function changed(kind: string, first: Json, second: Json) {
  const urn = urnOf(kind, 'one')
  const { provider } = start()
  const { inputs } = provider.check(urn, {}, first)
  const { id, outs } = await provider.create(urn, inputs, false)
  const later = start().provider
  const { inputs: news } = later.check(urn, inputs, second)
  const difference = await later.diff(urn, id, outs, news, inputs)
  return { later, urn, id, outs, difference, news: later.check(urn, {}, plainValues(news)).inputs }
}

describe('a replacement because of replaceOnChanges', () => {
  it.each<[string, Json, Json]>([
    ['label', { name: 'bug', color: 'red' }, { name: 'bug', color: 'blue' }],
    ['label-set', { items: { bug: { color: 'red' } } }, { items: { bug: { color: 'blue' } } }],
  ])('deletes the old %s first, whose name the new one needs', async (kind, first, second) => {
    const { later, urn, id, outs, news, difference } = await changed(
      kind,
      { ...first, project: 1 },
      { ...second, project: 1 },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: true })
    await later.delete(urn, id, outs)
    await later.create(urn, news, false)
    expect((await emulator.get('/projects/1/labels')).body).toMatchObject([{ name: 'bug', color: '#0000FF' }])
  })

  it('creates a label with a new name first', async () => {
    const { difference } = await changed(
      'label',
      { project: 1, name: 'bug', color: 'red' },
      { project: 1, name: 'error', color: 'red' },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: false })
  })

  it('creates the new trigger token first', async () => {
    const { difference, later, urn, news, id, outs } = await changed(
      'trigger-token',
      { project: 1, description: 'ci' },
      { project: 1, description: 'nightly' },
    )
    expect(difference).toEqual({ replaces: [], deleteBeforeReplace: false })
    await later.create(urn, news, false)
    await later.delete(urn, id, outs)
    expect((await emulator.get('/projects/1/triggers')).body).toMatchObject([{ description: 'nightly' }])
  })

  it('names the remedy if the program insists on the other order', async () => {
    const { later, urn, news } = await changed(
      'label',
      { project: 1, name: 'bug', color: 'red' },
      { project: 1, name: 'bug', color: 'blue' },
    )
    await expect(later.create(urn, news, false)).rejects.toThrow(
      /^label "bug" of 1 cannot be created while the object that it replaces exists \(id 1\/\d+\)\. Set the resource option deleteBeforeReplace: true\.$/,
    )
  })
})

it('does not display the label of another resource as removed from an exclusive set', async () => {
  const [setUrn, urn] = [urnOf('label-set', 'all'), urnOf('label', 'bug')]
  const { provider } = start()
  const { inputs } = provider.check(setUrn, {}, { project: 1, exclusive: true, items: { help: { color: 'blue' } } })
  const set = await provider.create(setUrn, inputs, false)
  const { inputs: label } = provider.check(urn, {}, { project: 1, name: 'bug', color: 'red' })
  const { id, outs } = await provider.create(urn, label, false)

  const { provider: later } = start()
  const found = await later.read(setUrn, set.id, set.outs, inputs)
  await later.read(urn, id, outs, label)
  expect(Object.keys(found?.inputs.items ?? {})).toEqual(['help', expect.stringMatching(/^#\d+$/)])
  later.check(setUrn, found!.inputs, inputs)
  // The update only records whose label it is.
  const difference = await later.diff(setUrn, set.id, found!.outs, inputs, found!.inputs)
  expect(difference).toEqual({ changes: true, displayed: [] })
  const updated = await later.update(setUrn, set.id, found!.outs, inputs, false, found!.inputs)
  expect(updated.items).toEqual(set.outs.items)
  expect((await emulator.get('/projects/1/labels')).body).toHaveLength(2)
})

describe('a service that was renamed', () => {
  const baseUrl = 'https://new.example.com'
  const reporter = { warn: () => {}, status: () => {} }

  /** The error for an object of another service, with the provider of this name. */
  function errorOf(provider: string): string {
    const connection = new Connection(
      settings({ get: configurationOf(provider, { baseUrl, token: 'x' }) }, {}),
      reporter,
    )
    try {
      connection.verifyInstance('https://old.example.com', 'label "bug" of acme/web')
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }

  it.each([
    ['default', 'in trueup:previousBaseUrls.'],
    ['other', 'in its previousBaseUrls.'],
  ])('names the setting of the provider "%s" for a service that was renamed', (provider, setting) => {
    expect(errorOf(provider)).toContain(`If the service was renamed, list its old URL ${setting}`)
  })
})
