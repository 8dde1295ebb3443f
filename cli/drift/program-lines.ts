import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { canonicalPath, DeclaredLines, keyLines } from '../../provider/command-line/lines'
import { definitionOf, settingOf, settingsTypes } from '../../provider/command-line/objects'
import type { Position } from '../stacks/position'
import type { StackResource, StackState } from '../stacks/stack'
import type { Finding, Location } from './finding'

/** Finds the lines that declare the objects of findings: in projects' files, in the program, or in a program in YAML. */
export class ProgramLines {
  private readonly stacks: ReadonlyMap<string, ReadonlyMap<string, StackResource>>
  private projectsFiles: DeclaredLines | undefined
  private yamlProgram: ReturnType<typeof keyLines> | undefined

  /**
   * @param folder The project's folder.
   * @param projectFile The path of `Pulumi.yaml` as reports show it.
   */
  constructor(
    private readonly folder: string,
    private readonly projectFile: string,
    stacks: readonly StackState[],
  ) {
    this.stacks = new Map(stacks.map(({ name, resources }) => [name, new Map(resources.map((one) => [one.urn, one]))]))
  }

  /** The finding with its location, if it is known. */
  locate(finding: Finding): Finding {
    const resources = this.stacks.get(finding.stack)
    const resource = resources?.get(finding.urn ?? '')
    if (!resources || !resource) return finding
    const parent = resources.get(resource.parent ?? '')
    const settings = parent && parentKindOf(parent) ? parent : undefined
    const position =
      (settings && this.inProjectsFile(finding, resource, settings)) ??
      this.existing(resource.position) ??
      this.inYamlProgram(finding, resource, settings)
    return position ? { ...finding, location: this.locationOf(position) } : finding
  }

  /** Components that the projects' files declare are named after the path of the project or group. */
  private inProjectsFile(finding: Finding, { inputs }: StackResource, settings: StackResource) {
    const parentKind = parentKindOf(settings)
    if (!parentKind) return undefined
    const path = String(inputs[parentKind])
    if (nameOf(settings.urn) !== canonicalPath(path)) return undefined
    this.projectsFiles ??= new DeclaredLines(this.folder)
    return this.projectsFiles.lineOf(parentKind, path, settingOfKind(finding.kind), keyOf(finding))
  }

  /** A program in YAML, which is part of `Pulumi.yaml`. States contain no lines of it. */
  private inYamlProgram(finding: Finding, resource: StackResource, settings: StackResource | undefined) {
    const lineOf = (this.yamlProgram ??= keyLines(this.folder, 'Pulumi.yaml'))
    const declared = ['resources', nameOf((settings ?? resource).urn)]
    const items = [...declared, 'properties', settings ? settingOfKind(finding.kind) : 'items']
    const key = keyOf(finding)
    return (key === undefined ? undefined : lineOf([...items, key])) ?? lineOf(items) ?? lineOf(declared)
  }

  /** A file can have been renamed since the last update. */
  private existing(position: Position | undefined): Position | undefined {
    return position && existsSync(join(this.folder, position.file)) ? position : undefined
  }

  private locationOf({ file, line }: Position): Location {
    return { file: posix.join(posix.dirname(this.projectFile), file), line }
  }
}

/** The name of a resource or component in the program. */
const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf('::') + 2)

const parentKinds = ['project', 'group'] as const

/** Whose settings a component declares; undefined for other resources. */
const parentKindOf = ({ type }: StackResource) => parentKinds.find((kind) => settingsTypes[kind] === type)

/** The item of a set, or the first argument that differs of an object that each project or group has once. */
const keyOf = ({ kind, item, properties }: Finding): string | undefined =>
  item ?? (definitionOf(kind).single ? properties[0]?.path : undefined)

/** `freeze-period` → `freezePeriods`: the setting of a project or group. */
const settingOfKind = (kind: string): string => settingOf(definitionOf(kind))
