import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { generateSdk, type SdkLanguage } from '../../tools/sdk-generator'
import { pythonWith } from './python'

const repository = resolve(__dirname, '..', '..')
const generatorModule = join(repository, 'tools', 'sdk-generator')
const requirements = join(repository, 'test', 'fixtures', 'python-sdk', 'requirements.txt')

/** A Python with the dependencies of generated SDKs, or why there is none. Makes a virtual environment once. */
export const pythonForSdks = () => pythonWith(requirements, '3.10')

/** Writes an SDK to a folder, such that programs of tests can use it without a registry. */
export async function usableSdk(language: SdkLanguage, folder: string): Promise<void> {
  await generateSdk(language, folder)
  if (language === 'python') await addMetadata(folder)
  if (language === 'go') await pinModules(folder)
  if (language === 'nodejs') await compile(folder)
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
  const pinned = await readFile(join(generatorModule, 'go.mod'), 'utf8')
  const [, name = ''] = /^module (\S+)/.exec(await readFile(join(folder, 'go.mod'), 'utf8')) ?? []
  await writeFile(join(folder, 'go.mod'), pinned.replace(/^module .*/, `module ${name}`))
  await writeFile(join(folder, 'go.sum'), await readFile(join(generatorModule, 'go.sum')))
}

/** As the script `postinstall` of the SDK does, with the packages of this repository. */
async function compile(folder: string): Promise<void> {
  const modules = join(repository, 'node_modules')
  await symlink(modules, join(folder, 'node_modules'))
  await promisify(execFile)(process.execPath, [join(modules, 'typescript', 'bin', 'tsc')], { cwd: folder })
  await writeFile(join(folder, 'bin', 'package.json'), await readFile(join(folder, 'package.json')))
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
