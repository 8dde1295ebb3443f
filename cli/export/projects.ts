import { isMap } from 'yaml'
import type { Json } from '../../provider/command-line/basics'
import { definitionOf, nameOfSetting, settingOf } from '../../provider/command-line/objects'
import { ConfigSecret } from '../languages/literal'
import { kebabCase, Slugs } from '../languages/slugs'
import { typescriptSyntax } from '../languages/typescript-syntax'
import { yamlDocument, yamlText } from '../languages/yaml-text'
import { grouped } from '../shared/grouped'
import type { Estate, Exported } from './estate'
import { factor, type FactoredSection, type ProjectItems, single, written } from './factor'
import { headline, programOf, type Source } from './program'
import { asSets, sharedTitles } from './sets'

/**
 * The files of projects and groups as data, and the program that reads them. Resources of other kinds are in the
 * program.
 */
export function projectFilesOf(estate: Estate, source: Source, depth: number): Record<string, string> {
  const syntax = typescriptSyntax('trueup')
  const others = estate.resources.filter((one) => !isData(one))
  const { 'index.ts': program = '', ...files } = programOf({ ...estate, resources: others }, source, syntax)
  const data = dataFiles(estate.resources.filter(isData), source.service, depth)
  if (Object.keys(data).length === 0) return { 'index.ts': program, ...files }
  const [head = '', ...blocks] = program.trimEnd().split('\n\n')
  const lines = head.split('\n')
  if (!lines.includes(importLine)) lines.splice(1, 0, importLine)
  const hasGroups = estate.resources.some((one) => isData(one) && one.parentKind === 'group')
  const reading = `// The settings of the projects${hasGroups ? ' and groups' : ''}\ntrueup.fromYaml('${folder}/*.yaml')`
  return { 'index.ts': `${[lines.join('\n'), reading, ...blocks].join('\n\n')}\n`, ...files, ...data }
}

const importLine = "import * as trueup from 'trueup'"

const folder = 'projects'

/** The objects as sets of the components that `fromYaml` creates. Other resources do not change. */
export const asProjects = (resources: readonly Exported[]): Exported[] =>
  asSets(resources, sharedTitles(resources)).map((one) => {
    if (!isData(one)) return one
    const component = one.parent.toLowerCase()
    return { ...one, component, name: nameOfSetting(component, settingOfOne(one)) }
  })

const isSet = ({ kind }: Exported): boolean => kind.endsWith('-set')

/** Whether the files of `fromYaml` declare a resource: sets, and objects that each project or group has once. */
const isData = (one: Exported): boolean => isSet(one) || definitionOf(one.kind).single !== undefined

/** `label-set` → `labels`, `freeze-period-set` → `freezePeriods`: the setting of a project or group. */
const settingOfOne = ({ kind }: Exported): string => settingOf(definitionOf(kind.replace(/-set$/, '')))

/** The items of each project or group by setting. */
function itemsOf(sets: readonly Exported[], parentKind: Exported['parentKind']): Record<string, ProjectItems> {
  const own = sets.filter((one) => one.parentKind === parentKind)
  const items: Record<string, ProjectItems> = {}
  for (const [path, ofOne] of grouped(own, ({ parent }) => parent)) {
    items[path] = Object.fromEntries(
      ofOne.map((one) => [settingOfOne(one), withReferences(itemsOfOne(one)) as ProjectItems[string]]),
    )
  }
  return items
}

/** The arguments of an object that each project or group has once are those of an item with a key of its own. */
function itemsOfOne(one: Exported): object {
  const { [one.parentKind]: _, items, ...values } = one.args as Json & { items: object }
  return isSet(one) ? items : { [single]: values }
}

/** A file for each group with projects or settings, of at most `depth` levels, and a file for the defaults. */
function dataFiles(sets: readonly Exported[], service: string, depth: number): Record<string, string> {
  const { defaults, ...factored } = factor(itemsOf(sets, 'project'))
  const ofGroups = mapValues(itemsOf(sets, 'group'), (items) => mapValues(items, written))
  const slugs = new Slugs(kebabCase, new Set(['defaults']))
  const files: Record<string, string> = defaults ? { [`${folder}/defaults.yaml`]: fileOf({ defaults }, service) } : {}
  const ofGroup = (path: string) => path.split('/').slice(0, depth).join('/').toLowerCase()
  const ofProject = (path: string) => ofGroup(path.split('/').slice(0, -1).join('/') || path)
  const names = [
    ...Object.keys({ ...factored.groups, ...ofGroups }).map(ofGroup),
    ...Object.keys(factored.projects).map(ofProject),
  ]
  for (const name of [...new Set(names)].sort()) {
    const within = (sections: Record<string, FactoredSection>, fileOfPath: (path: string) => string) =>
      Object.fromEntries(
        Object.entries(sections)
          .filter(([path]) => fileOfPath(path) === name)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    const groups = within(factored.groups, ofGroup)
    const projects = within(factored.projects, ofProject)
    const groupSettings = within(ofGroups, ofGroup)
    const sections = {
      ...(Object.keys(groups).length > 0 && { groups }),
      ...(Object.keys(projects).length > 0 && { projects }),
      ...(Object.keys(groupSettings).length > 0 && { groupSettings }),
    }
    files[`${folder}/${slugs.of(name)}.yaml`] = fileOf(sections, service)
  }
  return files
}

const mapValues = <T, R>(values: Readonly<Record<string, T>>, convert: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]))

/** Secrets of the configuration as files of `fromYaml` refer to them. */
function withReferences(value: unknown): unknown {
  if (value instanceof ConfigSecret) return { secret: value.key }
  if (Array.isArray(value)) return value.map(withReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withReferences(field)]))
}

interface Sections {
  defaults?: FactoredSection
  groups?: Record<string, FactoredSection>
  projects?: Record<string, FactoredSection>
  groupSettings?: Record<string, FactoredSection>
}

function fileOf(sections: Sections, service: string): string {
  const document = yamlDocument(sections)
  document.commentBefore = [
    ' yaml-language-server: $schema=../node_modules/trueup/schema/projects.schema.json',
    ` ${headline(service)}`,
  ].join('\n')
  const { defaults, ...ofPaths } = sections
  const at = (...path: string[]) => inline(document.getIn(path), path.length)
  if (defaults) at('defaults')
  for (const [name, section] of Object.entries(ofPaths)) for (const path of Object.keys(section)) at(name, path)
  return yamlText(document)
}

/** The longest item on one line. */
const longest = 125

/** Writes each item of a section on one line if it fits: `bug: { color: "#DC143C" }`. */
function inline(section: unknown, depth: number): void {
  if (!isMap(section)) return
  // A project with inherited settings only: "acme/api:" would be one whose lines were commented out.
  if (section.items.length === 0) section.flow = true
  for (const { value: items } of section.items) {
    if (!isMap(items)) continue
    for (const { key, value: item } of items.items) {
      const text = JSON.stringify([key, item])
      if (isMap(item)) item.flow = text.length + 2 * depth < longest
    }
  }
}
