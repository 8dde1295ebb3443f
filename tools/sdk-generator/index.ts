import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { builtOnce, GoNotInstalled, sourceHash } from '../pulumi/go'
import { packageSchemaFile, sdkGeneratorModule } from '../pulumi/paths'

/** The languages of Pulumi's code generators. */
export const sdkLanguages = ['nodejs', 'python', 'go', 'dotnet', 'java'] as const
export type SdkLanguage = (typeof sdkLanguages)[number]

const largestOutput = 64 * 1024 * 1024

/** Checks a schema. @throws Error with all errors and warnings. */
export async function checkSchema(schema = packageSchemaFile): Promise<void> {
  await run(['bind', schema])
}

/** Writes an SDK into a folder as `pulumi package add` does. Deletes the folder first. */
export async function generateSdk(language: SdkLanguage, out: string, schema = packageSchemaFile): Promise<void> {
  await run(['generate', '--language', language, '--schema', schema, '--out', out])
}

/** The files of a program in each language. */
export type Programs = Record<SdkLanguage, Record<string, string>>

/**
 * Translates programs in YAML, which can use only the resources and functions of the schema.
 *
 * @param files The programs. Each contains what `Pulumi.yaml` contains after `name` and `runtime`.
 * @returns for each file the programs in the requested languages
 * @throws Error with the errors and warnings of the first program that has any.
 */
export async function convertPrograms<Language extends SdkLanguage>(
  files: readonly string[],
  languages: readonly Language[],
  schema = packageSchemaFile,
): Promise<Record<string, Pick<Programs, Language>>> {
  const options = ['--language', languages.join(','), '--schema', schema, '--json']
  return JSON.parse(await run(['convert', ...options, ...files])) as Record<string, Pick<Programs, Language>>
}

async function run(args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(await sdkGenerator(), args, { maxBuffer: largestOutput })).stdout
  } catch (error) {
    if (error instanceof GoNotInstalled) throw error
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(stderr?.trim() || message, { cause: error })
  }
}

/** The path of the generator. Builds it first if its source or its modules have changed. */
export function sdkGenerator(): Promise<string> {
  const program = {
    title: 'generator of SDKs',
    name: 'sdk-generator',
    module: sdkGeneratorModule,
    mainPackage: '.',
    cost: 'about 3 minutes and 2 GB',
    missing: 'The generator of SDKs could not be built.',
  }
  return builtOnce(program, `sdk-generator-${sourceHash(sdkGeneratorModule)}`)
}
