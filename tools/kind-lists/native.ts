import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { settingOf } from '../../provider/core/schema/set'
import { resourceKinds } from '../../provider/kinds'
import { kindsIn } from './setting-sets'

const classes = resourceKinds.map(classNameOf)

/** What a program imports from `trueup/native`. */
export const native = (): string => `
/**
 * The resources of this package as resources of the plugin \`trueup\`, which programs in other languages also use. The
 * plugin \`trueup-plugin\` must be installed. Functions are the same: they run in the program.
 *
 * \`\`\`ts
 * import * as trueup from "trueup/native"
 *
 * new trueup.Label("bug", { project: "acme/web", name: "bug", color: "crimson" })
 * \`\`\`
 *
 * @module
 */
export { type ProjectsArgs } from './components/projects'
export { NativeProvider as Provider } from './core/pulumi/provider'
// By name, because they replace the exports of the same names in \`./index\`.
export { fromYaml, GroupSettings, Projects, ProjectSettings } from './native-components'
export {
${classes.map((name) => `  ${name},`).join('\n')}
} from './native-resources'
export * from './index'
`

/** The classes of the resources of the plugin. */
export const nativeResources = (): string => `
import type { SetClasses } from './components/settings'
import { nativeClassOf } from './core/pulumi/resource'
import * as dynamic from './index'

${classes.map((name) => `export class ${name} extends nativeClassOf(dynamic.${name}) {}`).join('\n')}

/** The classes of sets, by argument of \`ProjectSettings\` and \`GroupSettings\`. */
export const nativeSets: SetClasses = {
  project: {
${setsOf('project')}
  },
  group: {
${setsOf('group')}
  },
}
`

const setsOf = (parentKind: 'group' | 'project'): string =>
  kindsIn(parentKind)
    .map((kind) => `    ${settingOf(load(kind) as Definition)}: ${classNameOf(`${kind}-set`)},`)
    .join('\n')
