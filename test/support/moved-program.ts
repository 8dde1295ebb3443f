import type { FormerResource } from './pulumi-gitlab-states'

/** Lets a program in JavaScript that requires `trueup` use the plugin, with the state of its former resources. */
export function movedToPlugin(program: string, formers: readonly FormerResource[] = []): string {
  const former = JSON.stringify(Object.fromEntries(formers.map(({ name, type }) => [name, type])))
  return moved(
    program.replace("require('trueup')", "require('trueup/native')"),
    `${former}[name] ?? type.replace(/^trueup:index:/, 'pulumi-nodejs:dynamic/trueup:')`,
  )
}

/** The same program with dynamic resources, after it has used the plugin. */
export const movedBack = (program: string): string =>
  moved(program, "type.replace(/^pulumi-nodejs:dynamic.trueup:/, 'trueup:index:')")

/** Adds an alias to each resource: an expression of its `name` and `type`. */
const moved = (program: string, alias: string): string =>
  program.replace(
    "require('@pulumi/pulumi')\n",
    `$&
pulumi.runtime.registerStackTransformation(({ name, type, props, opts }) => ({
  props,
  opts: { ...opts, aliases: [{ type: ${alias} }] },
}))
`,
  )
