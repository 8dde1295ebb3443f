import { defaultFront } from '../support/front'

/** A program that declares the resources in the file `program.json`. */
export const programText = `
const { readFileSync } = require('node:fs')
const pulumi = require('@pulumi/pulumi')
const trueup = require('${defaultFront === 'native' ? 'trueup/native' : 'trueup'}')

const { url, program } = JSON.parse(readFileSync('program.json', 'utf8'))
const made = {}
let same
const options = ({ explicitProvider }) =>
  explicitProvider
    ? { provider: (same ??= new trueup.Provider('same', { baseUrl: url, tokenEnv: 'CHAOS_TOKEN', onConflict: 'adopt' })) }
    : {}
const resolved = (value) =>
  Array.isArray(value) ? value.map(resolved)
  : value === null || typeof value !== 'object' ? value
  : '$id' in value ? made[value.$id].id
  : '$secret' in value ? pulumi.secret(value.$secret)
  : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]))
for (const [name, declared] of Object.entries(program)) {
  made[name] = new trueup[declared.type](name, resolved(declared.args), options(declared))
}
if (process.env.CHAOS_READS) exports.labels = trueup.getLabels({ project: 'acme/web' }).apply((labels) => labels.length > 0)
`
