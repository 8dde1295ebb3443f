import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { now } from '../../provider/command-line/basics'
import { type CheckedProjects, checkProjectFiles, rememberBaseUrl } from '../../provider/command-line/project-files'
import { settingsFrom } from '../../provider/command-line/service'
import { checkConfiguration } from '../doctor/configuration'
import { countOf, Findings } from '../doctor/finding'
import { readIgnoreFile } from '../drift/ignore'
import { counted } from '../shared/words'
import { checkYamlProgram } from './yaml-program'

export interface Subject {
  /** The project's folder. */
  cwd: string
  /** Globs of the projects' files. */
  patterns: readonly string[]
  /** The file with rules for `trueup drift`. */
  ignore: string | undefined
}

/** Checks the files of a project. Needs neither a stack nor the service. */
export async function checkFiles(findings: Findings, { cwd, patterns, ignore }: Subject): Promise<void> {
  const folder = resolve(cwd)
  const hasProject = existsSync(join(folder, 'Pulumi.yaml'))
  // A folder with the projects' files alone is not a Pulumi project.
  if (!hasProject && patterns.length === 0 && ignore === undefined) {
    findings.error(
      'project',
      `${folder} has no Pulumi.yaml.`,
      "Run the command in the folder of a Pulumi project, pass the folder with --cwd, or pass patterns of the projects' files.",
    )
  }
  rememberBaseUrls(folder)
  const project = hasProject ? contentOf(findings, folder, 'Pulumi.yaml') : undefined
  if (project) checkProject(findings, folder)
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const stack = /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1]
    if (stack !== undefined) checkStack(findings, folder, file, stack, project?.name)
  }
  if (patterns.length > 0) await checkProjects(findings, folder, patterns)
  if (ignore !== undefined) await checkRules(findings, resolve(folder, ignore), ignore)
}

/** Remembers the base URLs of all stacks, because a path can be written as the URL of a page. */
function rememberBaseUrls(folder: string): void {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^Pulumi\.(?:.+\.)?yaml$/.test(file)) : []
  settingsFrom({})
  for (const file of files) {
    const { config } = (contentOf(new Findings(), folder, file) ?? {}) as { config?: Record<string, unknown> | null }
    const given = config?.['trueup:baseUrl']
    // In Pulumi.yaml, it can be a map.
    const url = typeof given === 'object' && given !== null && 'value' in given ? given.value : given
    if (typeof url === 'string') rememberBaseUrl(url)
  }
}

/** Checks the program in a file of a project, if it is in YAML. */
function checkProject(findings: Findings, folder: string): void {
  const before = countOf(findings.all, 'error')
  checkYamlProgram(findings, 'Pulumi.yaml', readFileSync(join(folder, 'Pulumi.yaml'), 'utf8'))
  if (countOf(findings.all, 'error') === before) findings.ok('project', 'Pulumi.yaml is valid.')
}

/** Returns the content of a Pulumi file, which must be a map. Otherwise adds a finding and returns undefined. */
function contentOf(findings: Findings, folder: string, file: string): Record<string, unknown> | undefined {
  const document = parseDocument(readFileSync(join(folder, file), 'utf8'), { logLevel: 'silent' })
  const [wrong] = document.errors
  const content: unknown = wrong ? undefined : (document.toJS() ?? {})
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  const why = wrong ? wrong.message.split('\n')[0]! : 'the file must be a map'
  findings.error('yaml', `${file}: ${why}`, 'Correct the file.')
  return undefined
}

function checkStack(findings: Findings, folder: string, file: string, name: string, project: unknown): void {
  const content = contentOf(findings, folder, file)
  if (!content) return
  const entries = Object.entries(typeof content.config === 'object' && content.config !== null ? content.config : {})
  const ofStack = new Findings()
  const config = Object.fromEntries(entries.map(([key, value]) => [key, { value: '', secret: isSecret(value) }]))
  const named = typeof project === 'string' ? project : undefined
  checkConfiguration(ofStack, { name, config, resources: [], pending: [] }, named)
  const wrong = ofStack.all.filter(({ level }) => level !== 'ok')
  for (const { check, level, message, remedy = '' } of wrong) {
    findings[level === 'error' ? 'error' : 'warning'](check, `${file}: ${message}`, remedy)
  }
  if (wrong.length === 0) findings.ok('stack', `${file} is valid.`)
}

const isSecret = (value: unknown): boolean => typeof value === 'object' && value !== null && 'secure' in value

async function checkProjects(findings: Findings, folder: string, patterns: readonly string[]): Promise<void> {
  let checked: CheckedProjects
  try {
    checked = await checkProjectFiles(patterns, folder)
  } catch (error) {
    // No file matches a pattern.
    if (!(error instanceof TypeError)) throw error
    findings.error('projects', error.message, 'Correct the pattern, and quote it so that the shell does not expand it.')
    return
  }
  const { projects, groups, errors } = checked
  if (errors !== undefined) findings.error('projects', errors, 'See docs/projects-as-data.md for the format.')
  else {
    const counts = [counted(projects, 'project'), ...(groups > 0 ? [counted(groups, 'group')] : [])].join(', ')
    findings.ok('projects', `The projects' files are valid: ${counts}.`)
  }
}

async function checkRules(findings: Findings, file: string, name: string): Promise<void> {
  try {
    const rules = await readIgnoreFile(file, now().toISOString().slice(0, 10))
    findings.ok('ignore', `${name} is valid: ${counted(rules.length, 'rule')}.`)
  } catch (error) {
    findings.error('ignore', (error as Error).message, 'See docs/drift.md for the format.')
  }
}
