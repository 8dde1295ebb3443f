import { type Command, Option } from 'commander'
import type { ExportFlags } from './export/flags'
import { baseUrlOption } from './shared/base-url-option'

const help = `
It writes the program (package.json, Pulumi.yaml, tsconfig.json, .gitignore, index.ts and more), import.json, with which
"pulumi import" brings the objects into the state, and a README.md with the commands. It only reads from the service.

Labels, freeze periods, protected environments, trigger tokens and remote mirrors of projects are exported, and access
tokens of the groups that are named. Issue links, vulnerabilities, label subscriptions, pipeline runs, alerts and
repository storage moves are not. The summary and the README.md list what else was skipped, and why. No file contains a
secret. Resources of labels and protected environments have the names of these, others have names of kind and id.

A run that failed half-way is remembered for a day in .trueup-export.json, in the same folder: the same command goes on.

Exit codes: 0 fine, 1 something could not be read or written, 64 usage error.

Examples:
  $ trueup export --project acme/web --project acme/api --out infra
  $ trueup export --group acme --out infra --base-url https://gitlab.example.com
`

/** `trueup export`: writes a program for what is there. */
export function exportLive(program: Command): void {
  const command = program
    .command('export')
    .description('turn live projects into a Pulumi program, with a file to import them')
    .option('--project <project...>', 'projects, by path or id')
    .option('--group <group...>', 'groups, by path or id: all projects below, and their own tokens')
    .requiredOption('--out <folder>', 'where to write the program')
    .addOption(new Option('--language <language>', 'of the program').choices(['typescript']).default('typescript'))
    .option('--sets', 'one resource for all objects of a kind in a project, such as LabelSet')
    .addOption(baseUrlOption())
    .addOption(new Option('--format <format>', 'how to print the summary').choices(['text', 'json']).default('text'))
    .option('--force', 'overwrite a program that is there')
    .addHelpText('after', help)
    .action(async ({ format, ...flags }: ExportFlags & { format: 'text' | 'json' }) => {
      if (!flags.project && !flags.group) {
        command.error("error: nothing to export: name a '--project <project>' or a '--group <group>'")
      }
      // Loads the resources' classes, and Pulumi with them: other commands need not wait for that.
      const { run } = await import('./export/run.js')
      await run({ ...flags, json: format === 'json' })
    })
}
