import { Argument, type Command } from 'commander'
import { linesOf } from './shared/characters'
import { writeOut } from './shared/output'
import { counted } from './shared/words'

const help = `
If a secret differs between "pulumi preview --save-plan" and "pulumi up --plan", the update fails, and many releases of
Pulumi print both values. In the file, the command replaces each argument and output that contains a secret by a value that
is not known: the update accepts any value for it. The plan still fixes all other arguments, and what is done with each
resource. The items of a set of variables are one argument: "trueup summary --reviewed" compares them one by one.

Exit codes: 0 done, 1 the file is not a plan or cannot be written, 64 usage error.

Examples:
  $ pulumi preview --refresh --save-plan plan.json
  $ trueup plan scrub plan.json
  $ pulumi up --refresh --yes --skip-preview --plan plan.json
`

/** `trueup plan scrub` removes the secrets from a plan of Pulumi. */
export function plan(program: Command): void {
  program
    .command('plan')
    .description('remove the secrets from a plan of "pulumi preview --save-plan"')
    .addArgument(new Argument('<action>', 'what to do with the plan').choices(['scrub']))
    .argument('<file>', 'the plan, which is changed')
    .addHelpText('after', help)
    .action((_action: string, file: string) => run(file))
}

async function run(file: string): Promise<void> {
  // Loaded on demand, so that other commands start faster.
  const { readPlan, scrub } = await import('./plan/scrub.js')
  const content = await readPlan(file)
  const places = scrub(content)
  await writeOut(`${JSON.stringify(content, null, 4)}\n`, file)
  const lines = places.flatMap((place) => linesOf(`  ${place}`))
  const summary =
    places.length === 0
      ? `${file} contained no secrets.`
      : `${file} contains no secrets now. An update accepts any value for ${counted(places.length, 'property')}:`
  process.stdout.write(`${[summary, ...lines].join('\n')}\n`)
}
