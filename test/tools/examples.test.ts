import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertExamples } from '../../tools/docs/examples/convert'
import {
  convertedExamples,
  type Example,
  exampleFile,
  exampleNames,
  languages,
} from '../../tools/docs/examples/programs'
import { withImports, withOwnClasses } from '../../tools/docs/examples/typescript'
import { convertPrograms, sdkGenerator, type SdkLanguage } from '../../tools/sdk-generator'
import { testRun } from '../shared/test-run'
import { usableSdk } from '../support/sdks'

jest.setTimeout(900_000)

beforeAll(() => sdkGenerator())

it('has the examples in other languages that "npm run docs" writes', async () => {
  const converted = convertedExamples()
  if (testRun.allCases) {
    // The formatter, which does not run here, changes the programs in TypeScript.
    const unformatted = (examples: Readonly<Record<string, Example>>) =>
      Object.entries(examples).map(([name, { typescript, ...programs }]) => [name, programs])
    expect(unformatted(converted)).toEqual(unformatted(await convertExamples()))
    return
  }
  // The conversion to one language finds examples that do not conform to the schema.
  const names = exampleNames()
  const fresh = await convertPrograms(names.map(exampleFile), ['python'])
  for (const name of names) expect(converted[name]?.python).toBe(fresh[exampleFile(name)]?.python['__main__.py'])
})

describe('the documentation of SDKs', () => {
  let folder: string
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'examples-'))))
  afterAll(() => rm(folder, { recursive: true }))

  it.each<[SdkLanguage, string, (typeof languages)[number] | 'none']>([
    ['nodejs', 'label.ts', 'nodejs'],
    ['python', 'pulumi_trueup/label.py', 'python'],
    ['go', 'trueup/label.go', 'go'],
    ['dotnet', 'Label.cs', 'none'],
  ])('shows examples in the language of the SDK for %s', async (language, file, shown) => {
    const out = join(folder, language)
    await usableSdk(language, out)
    const text = await readFile(join(out, file), 'utf8')
    const starts = { nodejs: 'new trueup.Label("bug"', python: 'trueup.Label("bug"', go: 'trueup.NewLabel(ctx, "bug"' }
    for (const one of languages) {
      // The text in Python is a part of that in TypeScript.
      const isPart = one === 'python' && shown === 'nodejs'
      expect({ one, found: text.includes(starts[one]) }).toEqual({ one, found: one === shown || isPart })
    }
    expect(text).not.toContain('type: trueup:Label')
    expect(text).not.toContain('{{%')
  })
})

describe('an example for the classes of this package', () => {
  it('has strings instead of enums', () => {
    const text = 'const link = new trueup.IssueLink("a", {linkType: trueup.IssueLinkType.Is_blocked_by});'
    expect(withOwnClasses(text)).toBe('new trueup.IssueLink("a", {linkType: "is_blocked_by"});')
  })

  it('gets lists from functions', () => {
    const text =
      'const found = trueup.getLabelsOutput({project: 1});\nexport const labels = found.apply(found => found.labels);'
    const own = 'const found = trueup.getLabels({project: 1});\nexport const labels = found;'
    expect(withOwnClasses(text)).toBe(own)
    expect(withImports(own, 'trueup')).toBe(own)
    expect(withImports(own, 'trueup/native')).toBe(`import * as trueup from 'trueup/native'\n\n${own}`)
  })

  it('keeps the names of resources that other expressions use', () => {
    const text = 'const a = new trueup.Label("a", {});\nconst b = new trueup.Label("b", {description: a.name});'
    expect(withOwnClasses(text)).toBe(
      'const a = new trueup.Label("a", {});\nnew trueup.Label("b", {description: a.name});',
    )
  })
})
