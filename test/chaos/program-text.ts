import type { PulumiStack } from '../support/pulumi'
import type { Front } from './front'
import { here, type Program } from './program'
import { yamlProgram } from './program-yaml'

/** The first program of a stack, for which `writeProgram` selects the resources. */
export const programText = (front: Front): string => (front === 'yaml' ? '' : nodejsProgram(front))

/** A program that declares the resources in the file `program.json`. */
const nodejsProgram = (front: Front) => `
const { readFileSync } = require('node:fs')
const pulumi = require('@pulumi/pulumi')
const trueup = require('${front === 'native' ? 'trueup/native' : 'trueup'}')

const { url, program, reads } = JSON.parse(readFileSync('program.json', 'utf8'))
const made = {}
let same
const options = ({ explicitProvider, options: { deletedWith, provider, ...others } = {} }) => ({
  ...others,
  ...(deletedWith && { deletedWith: made[deletedWith] }),
  ...(provider && { provider: made[provider] }),
  ...(explicitProvider && {
    provider: (same ??= new trueup.Provider('same', { baseUrl: url, tokenEnv: 'CHAOS_TOKEN', onConflict: 'adopt' })),
  }),
})
const resolved = (value) =>
  Array.isArray(value) ? value.map(resolved)
  : value === null || typeof value !== 'object' ? value
  : '$id' in value ? made[value.$id].id
  : '$output' in value ? made[value.$output[0]][value.$output[1]]
  : '$secret' in value ? pulumi.secret(value.$secret)
  : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]))
for (const [name, declared] of Object.entries(program)) {
  const create = () => new trueup[declared.type](name, resolved(declared.args), options(declared))
  if (declared.within) made[declared.within[0]][declared.within[1]].apply(() => void create())
  else made[name] = create()
}
if (reads) exports.labels = trueup.getLabels({ project: 'acme/web' }).apply((labels) => labels.length > 0)
`

/** Makes the program of a stack declare these resources. With `reads`, it also calls a function. */
export function writeProgram(
  stack: PulumiStack,
  front: Front,
  program: Program,
  { url, reads }: { url: string; reads: boolean },
): Promise<void> {
  const text = front === 'yaml' ? yamlProgram(program, reads) : JSON.stringify({ url: here, program, reads })
  const withUrl = text.replaceAll(here, url)
  return front === 'yaml' ? stack.setProgram(withUrl) : stack.write('program.json', withUrl)
}
