import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const folder = resolve(__dirname, '..', '..', 'examples', 'gitops', 'ci')

/** Runs a script of the templates like a pipeline does, with only the given environment variables. */
export async function runTemplateScript(
  name: string,
  { args = [], cwd, env }: { args?: string[]; cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; stdout: string; output: string }> {
  const child = spawn(process.execPath, [join(folder, name), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  })
  let [stdout, output] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, stdout, output }
}
