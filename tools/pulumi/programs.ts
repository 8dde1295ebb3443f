import type { GoProgram } from './go'
import { cliModule, pinnedVersion, sdkGeneratorModule, yamlHostModule } from './paths'

const allOfPulumi = '(https://www.pulumi.com/docs/install/)'

/** The pulumi CLI. */
export function cli(): GoProgram {
  const version = pinnedVersion()
  return {
    title: `pulumi CLI ${version}`,
    name: 'pulumi',
    module: cliModule,
    mainPackage: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    variables: { 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version': `v${version}` },
    cost: 'about 4 minutes and 3 GB',
    missing: 'No pulumi CLI was found, and none could be built.',
    alternative: `install the pulumi CLI 3.254 or later on PATH ${allOfPulumi}`,
  }
}

/** The language hosts that are Go modules, by language. */
export const languageHosts = { yaml: yamlHost, java: javaHost }

/** The language host for programs in YAML. */
function yamlHost(): LanguageHost {
  const version = pinnedVersion(yamlHostModule, 'github.com/pulumi/pulumi-yaml')
  return {
    ...hostOf('YAML', version),
    module: yamlHostModule,
    mainPackage: 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml',
    variables: { 'github.com/pulumi/pulumi-yaml/pkg/version.Version': `v${version}` },
  }
}

/** The language host for programs in Java, which need a JDK and Maven. */
function javaHost(): LanguageHost {
  const version = pinnedVersion(sdkGeneratorModule, 'github.com/pulumi/pulumi-java')
  return {
    ...hostOf('Java', version),
    module: sdkGeneratorModule,
    mainPackage: 'github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java',
    variables: { 'github.com/pulumi/pulumi-java/pkg/version.Version': `v${version}` },
  }
}

interface LanguageHost extends GoProgram {
  /** The key in the cache. */
  key: string
}

function hostOf(language: string, version: string): Omit<LanguageHost, 'module' | 'mainPackage'> {
  const name = `pulumi-language-${language.toLowerCase()}`
  return {
    key: `${language.toLowerCase()}-host-${version}`,
    title: `language host for ${language} ${version}`,
    name,
    cost: 'about 2 minutes and 1 GB',
    missing: `No ${name} was found, and none could be built.`,
    alternative: `install all of Pulumi on PATH ${allOfPulumi}`,
  }
}
