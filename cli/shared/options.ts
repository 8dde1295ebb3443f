import { type Command, Option } from 'commander'
import { misplaced, pathOfUrl } from '../../provider/command-line/basics'
import { normalizeBaseUrl } from '../../sdk/http/options'
import { UsageError } from './usage-error'

/*
 * The options that several commands have, each with one name and one description. An option for a list takes several
 * values, and can also be repeated: `--stack prod staging` is `--stack prod --stack staging`.
 */

/** Collects the values of a repeated option. Repeated values count once. */
const addTo = (value: string, before: readonly string[] = []): string[] => [...new Set([...before, value])]

/** `--project` */
export const projectOption = (): Option =>
  new Option('--project <project...>', 'paths or ids of projects').argParser(addTo)

/** `--group`. `selects` describes what the option selects in addition to the groups. */
export const groupOption = (selects?: string): Option =>
  new Option(
    '--group <group...>',
    `paths or ids of groups${selects === undefined ? '' : `; selects ${selects}`}`,
  ).argParser(addTo)

/** Flags of commands that read projects and groups. */
export interface TargetFlags {
  project?: string[]
  group?: string[]
  baseUrl?: string
}

/** Ends a command that was given neither `--project` nor `--group`. */
export function requireTargets(command: Command, { project, group }: TargetFlags): void {
  if (!project && !group) command.error('error: at least one of --project and --group is required')
}

/** Rejects URLs of projects and groups, which are relative to a base URL that can follow them. */
export async function refuseUrls({ project = [], group = [], baseUrl }: TargetFlags): Promise<void> {
  const url = [...project, ...group].find((value) => pathOfUrl(value) !== undefined)
  if (url === undefined) return
  // Loaded on demand, so that other commands start faster.
  const { settingsFrom } = await import('../../provider/command-line/service.js')
  // Reading the settings makes the path relative to their base URL.
  settingsFrom({ baseUrl })
  const path = pathOfUrl(url)
  const option = project.includes(url) ? '--project' : '--group'
  // Without the value, which can contain credentials.
  throw new UsageError(`${option} must be a path or an id, not a URL${path === '' ? '' : `: write ${path}`}.`)
}

/** `--cwd` */
export const cwdOption = (): Option =>
  new Option('--cwd <folder>', 'folder of the Pulumi project').default(process.cwd(), 'the current folder')

/** `--stack` */
export const stackOption = (byDefault = 'the selected stack'): Option =>
  new Option('--stack <stack...>', 'names of stacks').argParser(addTo).default([], byDefault)

/** Flags of commands that read stacks. */
export interface StackFlags {
  cwd: string
  stack: string[]
}

/** `--ignore` */
export const ignoreOption = (): Option => new Option('--ignore <file>', 'YAML file with rules for drift to ignore')

/** `--force` */
export const forceOption = (): Option => new Option('--force', 'overwrite existing files')

/** `--base-url` */
export const baseUrlOption = (): Option =>
  new Option(
    '--base-url <url>',
    'base URL of the service (default: TRUEUP_BASE_URL, GITLAB_BASE_URL, CI_SERVER_URL or https://gitlab.com)',
  ).argParser(checkedBaseUrl)

/** An empty value counts as omitted, because scripts pass the values of variables that may not be set. */
function checkedBaseUrl(text: string): string {
  const wrong = misplaced('baseUrl', text) ?? (text.trim() === '' ? undefined : problemOf(text))
  // Commander's own error would contain the value, which can contain credentials.
  if (wrong !== undefined) throw new UsageError(wrong.replace('baseUrl', '--base-url').replace(/(?<!\?)$/, '.'))
  return text
}

function problemOf(text: string): string | undefined {
  try {
    normalizeBaseUrl(text)
    return undefined
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '')
  }
}
