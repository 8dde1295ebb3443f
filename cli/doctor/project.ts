import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Findings } from './finding'

const names = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json']

interface Project {
  name?: string
  runtime?: string | { name?: string }
  main?: string
}

/** Finds the Pulumi project as the CLI does. Returns its name and the folder of its program; undefined if there is none. */
export function checkProject(findings: Findings, cwd: string): { folder: string; name: string } | undefined {
  const file = findFile(resolve(cwd))
  if (file === undefined) {
    findings.error(
      'project',
      `There is no Pulumi.yaml in ${resolve(cwd)} or its parent folders.`,
      'Run the command in the folder of a Pulumi project, pass the folder with --cwd, or create a project with "pulumi new typescript".',
    )
    return undefined
  }
  let project: Project
  try {
    project = (parse(readFileSync(file, 'utf8')) ?? {}) as Project
  } catch (error) {
    findings.error('project', `${file} cannot be read: ${(error as Error).message.split('\n')[0]}`, 'Correct the file.')
    return undefined
  }
  const runtime = typeof project.runtime === 'object' ? project.runtime.name : project.runtime
  if (runtime === 'nodejs') findings.ok('project', `Project ${project.name ?? '(without a name)'}, ${file}.`)
  else {
    findings.error(
      'project',
      `The runtime in ${file} is ${runtime ?? 'missing'}, but Trueup requires nodejs.`,
      'Set "runtime: nodejs".',
    )
  }
  const main = resolve(dirname(file), project.main ?? '.')
  return { folder: extname(main) === '' ? main : dirname(main), name: project.name ?? '' }
}

function findFile(folder: string): string | undefined {
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (found !== undefined) return found
  const above = dirname(folder)
  return above === folder ? undefined : findFile(above)
}
