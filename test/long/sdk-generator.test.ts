import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSchema, convertPrograms, generateSdk, sdkGenerator, type SdkLanguage } from '../../tools/sdk-generator'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-generator-'))
  await sdkGenerator()
}, 900_000)

afterAll(() => rm(folder, { recursive: true }))

/** Writes a file for the generator. */
async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

describe('checking a schema', () => {
  it('accepts the schema of the plugin', async () => {
    await expect(checkSchema()).resolves.toBeUndefined()
  })

  it('reports every error of a schema', async () => {
    const $ref = '#/types/test:index:Missing'
    const properties = { first: { $ref }, second: { type: 'text' } }
    const file = await written(
      'invalid.json',
      JSON.stringify({ name: 'test', resources: { 'test:index:A': { properties } } }),
    )
    const message = await checkSchema(file).catch((error: Error) => error.message)
    expect(message).toContain('A/properties/first/$ref: type test:index:Missing not found in package test')
    expect(message).toContain('A/properties/second')
  })

  it('rejects a schema with a warning', async () => {
    const resources = { 'test:index:A': { properties: { urn: { type: 'string' } } } }
    const file = await written('warning.json', JSON.stringify({ name: 'test', resources }))
    await expect(checkSchema(file)).rejects.toThrow(
      'warning: #/resources/test:index:A/properties/urn: urn is a reserved',
    )
  })
})

describe('generating an SDK', () => {
  it.each<[SdkLanguage, string, string]>([
    ['nodejs', 'label.ts', 'export class Label extends pulumi.CustomResource'],
    ['python', 'pulumi_trueup/label.py', 'class Label(pulumi.CustomResource):'],
    ['go', 'trueup/label.go', 'func NewLabel(ctx *pulumi.Context,'],
    ['dotnet', 'Label.cs', 'public partial class Label : global::Pulumi.CustomResource'],
    [
      'java',
      'src/main/java/com/pulumi/trueup/Label.java',
      'public class Label extends com.pulumi.resources.CustomResource',
    ],
  ])('writes an SDK for %s, and deletes files of an earlier one', async (language, file, expected) => {
    const out = join(folder, language)
    await mkdir(out)
    await written(`${language}/obsolete.txt`, '')
    await generateSdk(language, out)
    expect(await readFile(join(out, file), 'utf8')).toContain(expected)
    expect(existsSync(join(out, 'obsolete.txt'))).toBe(false)
  })
})

describe('converting a program in YAML', () => {
  const program = `
resources:
  bug:
    type: trueup:Label
    properties: { project: acme/web, name: bug, color: crimson, onConflict: fail }
  labels:
    type: trueup:LabelSet
    properties: { project: 1, items: { "feature::new": { name: "feature::new", color: green } } }
    options: { dependsOn: ["\${bug}"] }
outputs:
  id: \${bug.labelId}
`

  it('writes the program in each language', async () => {
    const file = await written('program.yaml', program)
    const languages = ['nodejs', 'python', 'go', 'dotnet', 'java'] as const
    const { [file]: programs } = await convertPrograms([file], languages)
    expect(programs?.nodejs['index.ts']).toContain('onConflict: trueup.OnConflict.Fail,')
    expect(programs?.python['__main__.py']).toContain('opts = pulumi.ResourceOptions(depends_on=[bug]))')
    expect(programs?.go['main.go']).toContain('"feature::new": &trueup.LabelSetItemArgs{')
    expect(programs?.dotnet['Program.cs']).toContain('["id"] = bug.LabelId,')
    expect(programs?.java['MyStack.java']).toContain('Map.of("feature::new", LabelSetItemArgs.builder()')
  })

  it('converts several programs at once', async () => {
    const first = await written('first.yaml', 'outputs: { a: 1 }')
    const second = await written('second.yaml', 'outputs: { b: 2 }')
    const programs = await convertPrograms([first, second], ['python'])
    expect(programs[first]?.python['__main__.py']).toContain('pulumi.export("a", 1)')
    expect(programs[second]?.python['__main__.py']).toContain('pulumi.export("b", 2)')
  })

  it.each([
    ['an unknown argument', program.replace('color: crimson', 'color: crimson, shade: dark'), 'shade'],
    ['a missing argument', program.replace(', color: crimson', ''), "Missing required property 'color'"],
    [
      'an argument of another type',
      program.replace('crimson', '[crimson]'),
      "Cannot assign 'List<string>' to 'string'",
    ],
    ['an unknown resource', program.replace('trueup:Label\n', 'trueup:Lable\n'), 'Lable'],
    ['another package', program.replace('trueup:Label\n', 'aws:Label\n'), 'the package aws is unknown'],
    ['an unknown variable', program.replace('${bug.', '${bag.'), "unknown config, variable, or resource 'bag'"],
    ['malformed YAML', 'outputs: [', 'invalid.yaml: error: yaml: line 1'],
  ])('rejects %s', async (_, text, expected) => {
    const file = await written('invalid.yaml', text)
    await expect(convertPrograms([file], ['python'])).rejects.toThrow(expected)
  })
})
