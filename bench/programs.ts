import type { StackOptions } from './stack'

/** A label that a program declares. */
export interface LabelToDeclare {
  project: string
  name: string
  color: string
}

/** The ways to declare the same labels. */
export const ways = ['floor', 'dynamic floor', 'naive', 'single', 'set'] as const
/** The ways through the plugin: the classes of `trueup/native`, and those of an SDK that Pulumi generates. */
export const pluginWays = ['native', 'generated'] as const
/** The ways in YAML: with a plugin that does nothing, and with the plugin of Trueup. */
export const yamlWays = ['yaml floor', 'yaml'] as const
export type Way = (typeof ways)[number] | (typeof pluginWays)[number] | (typeof yamlWays)[number]

/** The program that declares these labels in a way. */
export const programOf = (way: Way, labels: LabelToDeclare[]): Pick<StackOptions, 'files' | 'resources'> =>
  way === 'yaml' || way === 'yaml floor'
    ? { files: {}, resources: resourcesOf(way === 'yaml' ? 'trueup:Label' : 'floor:Label', labels) }
    : { files: { ...files[way], 'labels.json': JSON.stringify(labels) } }

const resourcesOf = (type: string, labels: LabelToDeclare[]): object =>
  Object.fromEntries(labels.map((label, at) => [`label${at}`, { type, properties: label }]))

/** Verbs that do nothing. */
const nothing = `{
  check: async (_olds, inputs) => ({ inputs }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: 'none', outs: inputs }),
  read: async (id, { __provider, ...inputs }) => ({ id, props: inputs, inputs }),
  delete: async () => {},
}`

const forEach = (of: string) => `
for (const label of require('./labels.json')) new ${of}(\`\${label.project} \${label.name}\`, label)
`

/** The minimum cost of Pulumi: the code in the state is as short as ours, and nothing else is loaded. */
const floor = `
const { CustomResource } = require('@pulumi/pulumi/resource')
class Floor extends CustomResource {
  constructor(name, args) {
    super('pulumi-nodejs:dynamic/bench:Floor', name, { ...args, __provider: 'exports.handler=()=>require("floor")' })
  }
}
${forEach('Floor')}`

/** The same, as in Pulumi's documentation. */
const dynamicFloor = `
const pulumi = require('@pulumi/pulumi')
const provider = ${nothing}
class Floor extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, args)
  }
}
${forEach('Floor')}`

/** A simple provider. */
const naive = `
const pulumi = require('@pulumi/pulumi')

async function request(method, path, body) {
  const response = await fetch(process.env.BENCH_URL + '/api/v4' + path, {
    method,
    headers: { 'PRIVATE-TOKEN': process.env.BENCH_TOKEN, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(method + ' ' + path + ': ' + response.status + ' ' + text)
  return text ? JSON.parse(text) : undefined
}

const pathOf = ({ project }, id) => \`/projects/\${encodeURIComponent(project)}/labels\${id ? '/' + id : ''}\`

const provider = {
  async diff(_id, olds, news) {
    const replaces = olds.project === news.project ? [] : ['project']
    return { changes: replaces.length > 0 || olds.name !== news.name || olds.color !== news.color, replaces }
  },
  async create(inputs) {
    const label = await request('POST', pathOf(inputs), { name: inputs.name, color: inputs.color })
    return { id: String(label.id), outs: { ...inputs, color: label.color } }
  },
  async read(id, props) {
    const { name, color } = await request('GET', pathOf(props, id))
    const inputs = { project: props.project, name, color }
    return { id, props: inputs, inputs }
  },
  async update(id, olds, news) {
    const label = await request('PUT', pathOf(olds, id), { new_name: news.name, color: news.color })
    return { outs: { ...news, color: label.color } }
  },
  async delete(id, props) {
    await request('DELETE', pathOf(props, id))
  },
}

class Label extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, args)
  }
}
${forEach('Label')}`

const single = `
const trueup = require('trueup')
${forEach('trueup.Label')}`

const set = `
const trueup = require('trueup')
const most = 100
const byProject = new Map()
for (const { project, ...label } of require('./labels.json')) {
  byProject.set(project, [...(byProject.get(project) ?? []), label])
}
for (const [project, labels] of byProject) {
  for (let at = 0; at < labels.length; at += most) {
    const items = Object.fromEntries(labels.slice(at, at + most).map(({ name, color }) => [name, { color }]))
    new trueup.LabelSet(\`\${project} \${at}\`, { project, items })
  }
}
`

const native = `
const trueup = require('trueup/native')
${forEach('trueup.Label')}`

const generated = `
const trueup = require('@pulumi/trueup')
${forEach('trueup.Label')}`

const files: Record<Exclude<Way, (typeof yamlWays)[number]>, Record<string, string>> = {
  floor: { 'index.js': floor, 'node_modules/floor/index.js': `module.exports = ${nothing}` },
  'dynamic floor': { 'index.js': dynamicFloor },
  naive: { 'index.js': naive },
  single: { 'index.js': single },
  set: { 'index.js': set },
  native: { 'index.js': native },
  generated: { 'index.js': generated },
}
