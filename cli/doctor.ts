import { type Command, Option } from 'commander'
import { baseUrlOption } from './base-url-option'
import { collected } from './collected'
import { countOf, Findings } from './doctor/finding'
import { json, text } from './doctor/formats'
import { coloursWanted, writeOut } from './output'

interface Flags {
  cwd: string
  stack: string[]
  baseUrl?: string
  format: 'text' | 'json'
}

const help = `
It looks at Node.js, the pulumi CLI, the project and its packages, the configuration of the stacks, and for each of their
providers at the service: whether it can be reached, whose token it is, what that may do where, and how many requests
are left. It runs no program and writes nothing.

Exit codes: 0 nothing is in the way of "pulumi up", 1 something is.

Examples:
  $ trueup doctor
  $ trueup doctor --stack prod --stack staging --format json
  $ trueup doctor --base-url https://gitlab.example.com
`

/** `trueup doctor`: what would keep an update from working, and what to do about it. */
export function doctor(program: Command): void {
  program
    .command('doctor')
    .description('find out what would keep "pulumi up" from working, and what to do about it')
    .option('--cwd <folder>', "the project's folder", process.cwd())
    .option('--stack <name>', 'a stack, may be repeated (default: the one that is selected)', collected, [])
    .addOption(baseUrlOption())
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('text'))
    .addHelpText('after', help)
    .action(run)
}

async function run({ cwd, stack, baseUrl, format }: Flags): Promise<void> {
  // What it takes to look is loaded now: other commands need not wait for that.
  const { examine } = await import('./doctor/examine.js')
  const findings = new Findings()
  await examine(findings, { cwd, stacks: stack, baseUrl })
  const { all } = findings
  await writeOut(format === 'json' ? json(all) : text(all, { coloured: coloursWanted(process.stdout) }))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
