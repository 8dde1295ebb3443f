import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from '../../../provider/core/engine/load'
import { classNameOf } from '../../../provider/core/schema/provider-text'
import { resourceKinds } from '../../../provider/kinds'
import { repositoryRoot } from '../../pulumi/paths'
import { documentation } from '../documentation'
import { format } from '../format'
import { componentsOf } from './components'
import { Functions } from './functions'
import { NamedTypes } from './named-types'
import { tokenOf } from './package-spec'
import { textOfExport, withExample } from './resource-text'
import { Resources } from './resources'
import { settingsOf } from './settings'

/** The package schema, from which Pulumi generates code and documentation for each language, as formatted JSON. */
export function packageSchemaText(): string {
  const types = new NamedTypes()
  const resources = new Resources(types, documentation())
  const settings = settingsOf(types)
  const byToken = <T>(values: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(values)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => [tokenOf(name), value]),
    )
  const kinds = resourceKinds.map((name) => {
    const kind = load(name)
    return [classNameOf(name), 'of' in kind ? resources.ofSet(kind) : resources.ofKind(kind)] as const
  })
  const ofKinds = Object.fromEntries(kinds)
  const components = componentsOf(types, ofKinds)
  const functions = new Functions(types).all()
  return `${format({
    ...metadata(),
    config: { variables: settings },
    types: byToken(types.all()),
    provider: { description: withExample(textOfExport('ProviderArgs'), 'Provider'), inputProperties: settings },
    resources: byToken({ ...ofKinds, ...components }),
    functions: byToken(functions),
  })}\n`
}

/** The description of the package, and the names of the packages that Pulumi generates from it. */
function metadata(): Record<string, unknown> {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as Record<string, unknown>
  const { version, description, homepage, license, repository } = manifest
  return {
    name: 'trueup',
    displayName: 'Trueup',
    version,
    description,
    keywords: [...(manifest.keywords as string[]).filter((word) => !word.startsWith('pulumi')), ...categories],
    homepage,
    license,
    repository,
    publisher: 'Trueup',
    language: languages,
  }
}

/** Keywords with a meaning for Pulumi. */
const categories = ['category/vcs', 'kind/native']

/**
 * Pulumi generates these packages in the folder of a program. The names are those that its generators choose by
 * default, so no other package can have them.
 */
const languages = {
  nodejs: { packageName: '@pulumi/trueup', respectSchemaVersion: true },
  python: {
    packageName: 'pulumi_trueup',
    inputTypes: 'classes-and-dicts',
    pyproject: { enabled: true },
    respectSchemaVersion: true,
  },
  go: {
    importBasePath: 'github.com/pulumi/pulumi-trueup/sdk/go/trueup',
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { rootNamespace: 'Pulumi', namespaces: { trueup: 'Trueup' }, respectSchemaVersion: true },
  java: { basePackage: 'com.pulumi', buildFiles: 'gradle' },
}
