import type { GoProgram } from './go'
import { cliModule, pinnedVersion, yamlHostModule } from './paths'

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

/** The language host for programs in YAML. */
export function yamlHost(): GoProgram {
  const version = yamlHostVersion()
  return {
    title: `language host for YAML ${version}`,
    name: 'pulumi-language-yaml',
    module: yamlHostModule,
    mainPackage: 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml',
    variables: { 'github.com/pulumi/pulumi-yaml/pkg/version.Version': `v${version}` },
    cost: 'about 2 minutes and 1 GB',
    missing: 'No pulumi-language-yaml was found, and none could be built.',
    alternative: `install all of Pulumi on PATH ${allOfPulumi}`,
  }
}

/** Version of the pinned language host for YAML, without `v`. */
export const yamlHostVersion = (): string => pinnedVersion(yamlHostModule, 'github.com/pulumi/pulumi-yaml')
