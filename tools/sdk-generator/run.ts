import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { packageSchemaFile } from '../pulumi/paths'
import { generateSdk, type SdkLanguage, sdkLanguages } from './index'

interface Options {
  language: SdkLanguage[]
  schema: string
  out: string
}

/** npm runs scripts in the root of the repository. */
const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

new Command('npm run sdks --')
  .description(
    'Writes the SDK of each language to DIR/LANGUAGE, as pulumi package gen-sdk does, without the language hosts of Pulumi.',
  )
  .addOption(new Option('--language <language...>', 'the languages').choices(sdkLanguages).default(sdkLanguages, 'all'))
  .addOption(
    new Option('--schema <file>', 'the schema')
      .argParser(fromCaller)
      .default(packageSchemaFile, 'schema/trueup.schema.json'),
  )
  .requiredOption('--out <dir>', 'the folder; DIR/LANGUAGE is deleted first', fromCaller)
  .action(async ({ language, schema, out }: Options) => {
    for (const one of language) {
      const folder = resolve(out, one)
      await generateSdk(one, folder, schema)
      console.log(folder)
    }
  })
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
