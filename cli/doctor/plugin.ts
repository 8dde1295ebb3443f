import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { packageManagerOf } from '../shared/package-manager'
import { installable } from '../shared/package-source'
import type { Findings } from './finding'
import { manifestOf, own } from './packages'
import type { Project } from './project'

const executable = 'pulumi-resource-trueup'
const install = (folder: string): string => `${packageManagerOf(folder).add} ${installable('trueup-plugin')}`

/** Checks the plugin that a project names, or else the one that the CLI finds on `PATH` or in its own folder. */
export function checkPlugin(findings: Findings, { file, isNode, plugin }: Project): void {
  const root = dirname(file)
  if (plugin && 'folder' in plugin) return checkFolder(findings, plugin.folder, file, root)
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, executable))
  const found = onPath.find((path) => existsSync(path))
  if (found !== undefined) return checkFolder(findings, dirname(realpathSync(found)), 'PATH', root)
  const installed = installedVersion()
  if (installed !== undefined) return checkVersion(findings, installed, 'installed by the pulumi CLI')
  if (plugin && /[/\\]/.test(plugin.name)) {
    return findings.ok('plugin', `The plugin comes from ${plugin.name}, which this command does not check.`)
  }
  findings.error(
    'plugin',
    plugin
      ? `The plugin ${plugin.name}, which ${file} names, is not installed.`
      : `${file} does not name the plugin "trueup", which ${isNode ? 'a stack uses' : 'programs in this language need'}.`,
    `Run "${install(root)} @pulumi/pulumi" and "pulumi package add ./node_modules/trueup-plugin" in ${root}.`,
  )
}

/** Checks the folder of the plugin. `from` names it, and `root` is the folder of the project. */
function checkFolder(findings: Findings, folder: string, from: string, root: string): void {
  const error = (message: string, remedy: string) => findings.error('plugin', message, remedy)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return error(
      `${from} names the folder ${folder} for the plugin, which does not exist.`,
      `Run "${install(root)}" in the folder of the project, or correct the path.`,
    )
  }
  const program = join(folder, executable)
  const manifest = existsSync(join(folder, 'package.json')) ? manifestOf(folder) : {}
  const hasProgram = existsSync(program)
  if (!hasProgram && !existsSync(join(folder, 'PulumiPlugin.yaml'))) {
    error(`${folder} has neither ${executable} nor PulumiPlugin.yaml.`, 'Correct the path of the plugin.')
  } else if (hasProgram && !isExecutable(program)) {
    error(`${program} is not executable.`, `Run "chmod +x ${program}".`)
  } else if (manifest.main !== undefined && !existsSync(join(folder, manifest.main))) {
    error(`The plugin in ${folder} is incomplete: ${manifest.main} is missing.`, `Run "${install(root)}" again.`)
  } else checkVersion(findings, manifest.version, folder)
}

function checkVersion(findings: Findings, version: string | undefined, where: string): void {
  if (version === undefined) findings.ok('plugin', `The plugin is in ${where}.`)
  else if (version === own.version) findings.ok('plugin', `trueup-plugin ${version}, ${where}.`)
  else {
    findings.warning(
      'plugin',
      `The project has trueup-plugin ${version} (${where}), but this command is trueup ${own.version}.`,
      'Install the same version of both packages.',
    )
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The latest version among the plugins that the CLI has installed. */
function installedVersion(): string | undefined {
  const folder = join(process.env.PULUMI_HOME ?? join(homedir(), '.pulumi'), 'plugins')
  if (!existsSync(folder)) return undefined
  const versions = readdirSync(folder).flatMap((name) => /^resource-trueup-v(\d+\.\d+\.\d[^/]*)$/.exec(name)?.[1] ?? [])
  return versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
}
