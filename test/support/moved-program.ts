import type { FormerResource } from './pulumi-gitlab-states'

/** Lets a program in JavaScript that requires `trueup` use the plugin, with the state of its former resources. */
export function movedToPlugin(program: string, formers: readonly FormerResource[] = []): string {
  const native = program.replace("require('trueup')", "require('trueup/native')")
  const former = JSON.stringify(Object.fromEntries(formers.map(({ name, type }) => [name, type])))
  return formers.length > 0 ? withAliases(native, `${former}[name]`) : native
}

/** The same program with dynamic resources, after it has used the plugin. */
export const movedBack = (program: string): string =>
  withAliases(program, "type.replace(/^pulumi-nodejs:dynamic.trueup:/, 'trueup:index:')")

/** Adds an alias to each resource with a former type: an expression of its `name` and `type`. */
const withAliases = (program: string, formerType: string): string =>
  program.replace(
    "require('@pulumi/pulumi')\n",
    `$&
pulumi.runtime.registerStackTransformation(({ name, type, props, opts }) => {
  const formerType = ${formerType}
  return { props, opts: formerType === undefined ? opts : pulumi.mergeOptions(opts, { aliases: [{ type: formerType }] }) }
})
`,
  )
