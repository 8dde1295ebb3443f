import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { now } from '../../provider/core/clock'
import { judgeProjects } from '../../provider/components/judge-projects'
import { Problems } from '../../provider/components/problems'
import { checkConfiguration } from '../doctor/configuration'
import { Findings } from '../doctor/finding'
import { readIgnoreFile } from '../drift/ignore'

export interface Subject {
  /** The project's folder. */
  cwd: string
  /** Of the projects' files. */
  patterns: readonly string[]
  /** The file of rules for drift. */
  ignore: string | undefined
}

/** Looks at the files of a project alone: no stack, no service. */
export async function checkFiles(findings: Findings, { cwd, patterns, ignore }: Subject): Promise<void> {
  const folder = resolve(cwd)
  if (!existsSync(join(folder, 'Pulumi.yaml'))) {
    findings.error(
      'project',
      `${folder} has no Pulumi.yaml.`,
      'Run it in the folder of a Pulumi project, or name that with --cwd.',
    )
  }
  const project = existsSync(join(folder, 'Pulumi.yaml')) ? contentOf(findings, folder, 'Pulumi.yaml') : undefined
  if (project) findings.ok('project', 'Pulumi.yaml is valid.')
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const stack = /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1]
    if (stack !== undefined) checkStack(findings, folder, file, stack, project?.name)
  }
  if (patterns.length > 0) checkProjects(findings, folder, patterns)
  if (ignore !== undefined) await checkRules(findings, resolve(folder, ignore), ignore)
}

/** What a file of Pulumi's says, which is a map; undefined, after a finding, where it says something else. */
function contentOf(findings: Findings, folder: string, file: string): Record<string, unknown> | undefined {
  const document = parseDocument(readFileSync(join(folder, file), 'utf8'), { logLevel: 'silent' })
  const [wrong] = document.errors
  const content: unknown = wrong ? undefined : (document.toJS() ?? {})
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  const why = wrong ? wrong.message.split('\n')[0]! : 'it has to be a map'
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

function checkProjects(findings: Findings, folder: string, patterns: readonly string[]): void {
  const problems = new Problems()
  let count: number
  try {
    count = judgeProjects(patterns, folder, problems).judged.length
  } catch (error) {
    // No file matches a pattern.
    if (!(error instanceof TypeError)) throw error
    findings.error('projects', error.message, 'Correct the pattern, in quotes: otherwise the shell replaces it.')
    return
  }
  if (problems.size > 0) findings.error('projects', problems.toString(), 'docs/projects-as-data.md has the format.')
  else findings.ok('projects', `The projects' files are valid: ${count} ${count === 1 ? 'project' : 'projects'}.`)
}

async function checkRules(findings: Findings, file: string, name: string): Promise<void> {
  try {
    const rules = await readIgnoreFile(file, now().toISOString().slice(0, 10))
    findings.ok('ignore', `${name} is valid: ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}.`)
  } catch (error) {
    findings.error('ignore', (error as Error).message, 'docs/drift.md has the format.')
  }
}
