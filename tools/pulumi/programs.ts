import type { GoProgram } from './go'
import { cliModule, hostModule, pinnedVersion, sdkGeneratorModule } from './paths'

const allOfPulumi = '(https://www.pulumi.com/docs/install/)'

/** The pulumi CLI. @param module The folder with the `go.mod` that pins its version. */
export function cli(module = cliModule): GoProgram {
  const version = pinnedVersion(module)
  return {
    title: `pulumi CLI ${version}`,
    name: 'pulumi',
    module,
    mainPackage: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    variables: { 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version': `v${version}` },
    cost: 'about 4 minutes and 3 GB',
    missing: 'No pulumi CLI was found, and none could be built.',
    alternative: `install the pulumi CLI 3.254 or later on PATH ${allOfPulumi}`,
  }
}

/** The official language hosts that Go can build, by language. */
export const languageHosts = { yaml: yamlHost, java: javaHost, nodejs: nodejsHost, python: pythonHost, go: goHost }

/** The language host for programs in YAML. */
function yamlHost(): LanguageHost {
  const module = hostModule('yaml')
  const version = pinnedVersion(module, 'github.com/pulumi/pulumi-yaml')
  return {
    ...hostOf('yaml', 'YAML', version),
    module,
    mainPackage: 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml',
    variables: { 'github.com/pulumi/pulumi-yaml/pkg/version.Version': `v${version}` },
  }
}

/** The language host for programs in Java, which need a JDK and Maven. */
function javaHost(): LanguageHost {
  const version = pinnedVersion(sdkGeneratorModule, 'github.com/pulumi/pulumi-java')
  return {
    ...hostOf('java', 'Java', version),
    module: sdkGeneratorModule,
    mainPackage: 'github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java',
    variables: { 'github.com/pulumi/pulumi-java/pkg/version.Version': `v${version}` },
  }
}

/** The language host for programs in TypeScript and JavaScript. */
function nodejsHost(): LanguageHost {
  return hostOfSdk('nodejs', 'Node.js', 'nodejs/cmd/pulumi-language-nodejs')
}

/** The language host for programs in Python. */
function pythonHost(): LanguageHost {
  const host = hostOfSdk('python', 'Python', 'python/cmd/pulumi-language-python')
  return { ...host, beside: '../pulumi-language-python-exec' }
}

/** The language host for programs in Go. */
function goHost(): LanguageHost {
  return hostOfSdk('go', 'Go', 'go/pulumi-language-go')
}

/** A language host in Pulumi's SDK for Go. Each is pinned to its last version there: later ones are separate modules. */
function hostOfSdk(name: string, language: string, folder: string): LanguageHost {
  const sdk = 'github.com/pulumi/pulumi/sdk/v3'
  const module = hostModule(name)
  const version = pinnedVersion(module, sdk)
  return {
    ...hostOf(name, language, version),
    module,
    mainPackage: `${sdk}/${folder}`,
    variables: { [`${sdk}/go/common/version.Version`]: `v${version}` },
    cost: 'one to three minutes and 1 GB',
  }
}

interface LanguageHost extends GoProgram {
  /** The key in the cache. */
  key: string
}

function hostOf(id: string, language: string, version: string): Omit<LanguageHost, 'module' | 'mainPackage'> {
  const name = `pulumi-language-${id}`
  return {
    key: `${id}-host-${version}`,
    title: `language host for ${language} ${version}`,
    name,
    cost: 'about 2 minutes and 1 GB',
    missing: `No ${name} was found, and none could be built.`,
    alternative: `install all of Pulumi on PATH ${allOfPulumi}`,
  }
}
