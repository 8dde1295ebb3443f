import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cached, prepareOnce, sourceHash } from '../../tools/pulumi/go'
import { packageSchemaFile, sdkGeneratorModule } from '../../tools/pulumi/paths'
import { generateSdk, type SdkLanguage } from '../../tools/sdk-generator'
import { pythonWith } from '../shared/python'

const repository = resolve(__dirname, '..', '..')
const requirements = join(repository, 'test', 'fixtures', 'python-sdk', 'requirements.txt')
const daysUnused = 7

/** A Python with the dependencies of generated SDKs, or why there is none. Makes a virtual environment once. */
export const pythonForSdks = () => pythonWith(requirements, '3.10')

/**
 * Copies an SDK to a folder, such that programs of tests can use it without a registry. The SDK is generated once, and
 * again when the schema or what generates it has changed. The caller can write into the copy.
 */
export async function usableSdk(language: SdkLanguage, folder: string): Promise<void> {
  await cp(await cachedSdk(language), folder, { recursive: true })
  if (language === 'nodejs') await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
}

/** The folder of an SDK that all tests share, and that no test may change. */
async function cachedSdk(language: SdkLanguage): Promise<string> {
  const folder = cached(`sdk-${language}-${sdkHash()}`)
  await prepareOnce(`SDK for ${language}`, folder, async (into) => {
    await generateSdk(language, into)
    if (language === 'python') await addMetadata(into)
    if (language === 'go') await pinModules(into)
    if (language === 'nodejs') await compile(into)
    await removeUnused(folder, language)
  })
  await utimes(folder, new Date(), new Date())
  return folder
}

/** Identifies everything that an SDK depends on: the generator, the schema, the compiler, and this file. */
function sdkHash(): string {
  const hash = createHash('sha256').update(sourceHash(sdkGeneratorModule))
  for (const file of [packageSchemaFile, join(repository, 'package-lock.json'), __filename]) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Removes the SDKs of a language that no test has used for some days: each change of the schema leaves one. */
async function removeUnused(folder: string, language: SdkLanguage): Promise<void> {
  const oldest = Date.now() - daysUnused * 24 * 60 * 60 * 1000
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`sdk-${language}-`) || name.startsWith(basename(folder))) continue
    const path = join(dirname(folder), name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true })
  }
}

/** The SDK reads its version from the metadata that pip writes. */
async function addMetadata(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string }
  const metadata = join(folder, `pulumi_trueup-${version}.dist-info`)
  await mkdir(metadata)
  await writeFile(join(metadata, 'METADATA'), `Metadata-Version: 2.1\nName: pulumi_trueup\nVersion: ${version}\n`)
}

/** The versions of the modules with which the generator is built, because they are in Go's caches. */
async function pinModules(folder: string): Promise<void> {
  const pinned = await readFile(join(sdkGeneratorModule, 'go.mod'), 'utf8')
  const [, name = ''] = /^module (\S+)/.exec(await readFile(join(folder, 'go.mod'), 'utf8')) ?? []
  await writeFile(join(folder, 'go.mod'), pinned.replace(/^module .*/, `module ${name}`))
  await writeFile(join(folder, 'go.sum'), await readFile(join(sdkGeneratorModule, 'go.sum')))
}

/** As the script `postinstall` of the SDK does, with the packages of this repository, which is not part of the cache. */
async function compile(folder: string): Promise<void> {
  const modules = join(repository, 'node_modules')
  await symlink(modules, join(folder, 'node_modules'))
  await promisify(execFile)(process.execPath, [join(modules, 'typescript', 'bin', 'tsc')], { cwd: folder })
  await writeFile(join(folder, 'bin', 'package.json'), await readFile(join(folder, 'package.json')))
  await rm(join(folder, 'node_modules'))
}

/** The environment in which Go builds with the packages in its cache: as the generator is built. */
export const goEnvironment = { CGO_ENABLED: '0', GOFLAGS: '-mod=mod -trimpath' }

/** Writes `go.mod` and `go.sum` of a project that uses a generated SDK. */
export async function goProject(folder: string, sdk: string): Promise<void> {
  const [text, sums] = await Promise.all(['go.mod', 'go.sum'].map((file) => readFile(join(sdk, file), 'utf8')))
  const [line = '', name = ''] = /^module (\S+)/.exec(text ?? '') ?? []
  const own = [`module test`, '', `require ${name} v0.0.0`, `replace ${name} => ${sdk}`].join('\n')
  await writeFile(join(folder, 'go.mod'), (text ?? '').replace(line, own))
  await writeFile(join(folder, 'go.sum'), sums ?? '')
}

/**
 * Writes `pom.xml` and the sources of a project that uses a generated SDK. The program is in `App.java`, which the
 * generator of programs names `MyStack.java`.
 */
export async function javaProject(folder: string, sdk: string): Promise<void> {
  await mkdir(join(folder, 'src'))
  await rename(join(folder, 'App.java'), join(folder, 'src', 'App.java'))
  await symlink(join(sdk, 'src', 'main', 'java', 'com'), join(folder, 'src', 'com'))
  await symlink(join(sdk, 'src', 'main', 'resources'), join(folder, 'resources'))
  await copyFile(join(repository, 'test', 'fixtures', 'java-sdk', 'pom.xml'), join(folder, 'pom.xml'))
}
