import { readFileSync } from 'node:fs'
import { convertPrograms } from '../../sdk-generator'
import { type Example, exampleFile, exampleNames, languages } from './programs'
import { withOwnClasses } from './typescript'

/** Converts all examples with Pulumi's code generators. @throws Error if an example does not conform to the schema. */
export async function convertExamples(): Promise<Record<string, Example>> {
  const names = exampleNames()
  const converted = await convertPrograms(names.map(exampleFile), languages)
  const entries = names.map((name): [string, Example] => {
    const programs = converted[exampleFile(name)]
    const textOf = (language: (typeof languages)[number]) => {
      const [text] = Object.values(programs?.[language] ?? {})
      if (text === undefined) throw new Error(`${exampleFile(name)} has no program in ${language}.`)
      return text
    }
    const [nodejs, python, go] = [textOf('nodejs'), textOf('python'), textOf('go')]
    return [
      name,
      { yaml: readFileSync(exampleFile(name), 'utf8'), nodejs, typescript: withOwnClasses(nodejs), python, go },
    ]
  })
  return Object.fromEntries(entries)
}
