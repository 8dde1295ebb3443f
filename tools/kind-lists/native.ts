import { classNameOf } from '../../provider/core/schema/provider-text'
import { resourceKinds } from '../../provider/kinds'
import { childrenIn } from './children'

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
import type { ChildClasses } from './components/settings'
import { nativeClassOf } from './core/pulumi/resource'
import * as dynamic from './index'

${classes.map((name) => `export class ${name} extends nativeClassOf(dynamic.${name}) {}`).join('\n')}

/** The classes of the children of \`ProjectSettings\` and \`GroupSettings\`, by argument. */
export const nativeChildren: ChildClasses = {
  project: {
${classesOf('project')}
  },
  group: {
${classesOf('group')}
  },
}
`

const classesOf = (parentKind: 'group' | 'project'): string =>
  childrenIn(parentKind)
    .map(({ setting, className }) => `    ${setting}: ${className},`)
    .join('\n')
