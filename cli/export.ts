import { type Command, Option } from 'commander'
import { exportedObjects } from './export/exported-objects'
import { type ExportFlags, languages } from './export/flags'
import { integer } from './shared/argument-types'
import { baseUrlOption, forceOption, groupOption, projectOption, refuseUrls, requireTargets } from './shared/options'
import { formatOption } from './shared/report-options'

const help = `
The command writes a program, the file import.json for "pulumi import", and a README.md with the next steps. It only
reads from the service.

Languages:
  typescript  dynamic resources; requires Node.js. With --native: the plugin trueup-plugin, classes of trueup/native
  yaml        the plugin; requires Node.js for the plugin
  python      the plugin and the SDK that Pulumi generates for it; requires Node.js and Python 3
  go          the plugin and the SDK that Pulumi generates for it; requires Node.js and Go
  projects    the YAML files of fromYaml, with the settings that projects share in defaults and groups, and a program in
              TypeScript that reads them; requires Node.js

${exportedObjects}
It does not export other kinds. The summary and the README.md list all other objects that were left out, with reasons,
and the numbers of objects of kinds that Trueup does not manage, such as pipeline schedules and deploy keys. They cost 8
requests for each project, and 11 for each group. With --no-counts, these are not sent.
No file contains a secret as plain text. Resources of objects with a unique name are named after the object, others after kind and id.

With --from-terraform, it exports the objects of a state of Terraform or OpenTofu, with their current values on the
service. Resources are named after their addresses. Credentials of mirrors become secrets of the configuration.

The program reads the values of variables, the URLs of hooks, and tokens of hooks from secrets of the stack's configuration.
With --values, the command sets those that the service shows, with "pulumi config set --secret": Pulumi encrypts them, no
file contains them as plain text, and other processes cannot see them. The stack is created if it does not exist. To
create it with another provider of secrets, export without --values first, create it, and export again with --values
--force. The service does not show the values of hidden variables, tokens of hooks and credentials of mirrors: set them
yourself. With --plain-values, the program contains the values of variables that are not masked, protected or hidden. The
command lists the names of all these values first.

If a run fails, the file .trueup-export.json in the same folder keeps its progress for a day. Run the same command again
to continue.

Exit codes: 0 success, 1 something could not be read or written, 64 usage error.

Examples:
  $ trueup export --project acme/web acme/api --out infra
  $ trueup export --group acme --out infra --base-url https://gitlab.example.com
  $ trueup export --group acme --out infra --language projects --depth 2
  $ trueup export --group acme --out infra --language projects --values --stack prod
  $ terraform state pull | trueup export --from-terraform - --out infra --language python
`

/** `trueup export` writes a program for existing projects and groups. */
export function exportLive(program: Command): void {
  const command = program
    .command('export')
    .description('write a Pulumi program for existing projects, with a file to import them')
    .addOption(projectOption())
    .addOption(groupOption('all their projects, including those of subgroups'))
    .option('--recursive', 'include the access tokens, variables, labels and members of all subgroups')
    .option('--from-terraform <file>', 'state of Terraform or OpenTofu whose objects to export; - is standard input')
    .requiredOption('--out <folder>', 'folder for the program')
    .addOption(new Option('--language <language>', 'language of the program').choices(languages).default('typescript'))
    .option('--native', 'use the plugin in TypeScript; yaml, python and go always use it')
    .option('--sets', 'write one resource for all objects of a kind in a project, such as LabelSet')
    .addOption(
      new Option(
        '--depth <levels>',
        'with --language projects: write a file for each group of at most this level (default: each group with projects)',
      ).argParser(integer(1, 20)),
    )
    .option('--values', 'set the values that the service shows as secrets in the configuration of a stack')
    .option('--stack <stack>', 'with --values: name of the stack (default: PULUMI_STACK, or the selected stack)')
    .option('--plain-values', 'write values of variables that are not masked, protected or hidden as plain text')
    .option('--no-counts', 'do not count objects of kinds that Trueup does not manage')
    .addOption(formatOption(['text', 'json']))
    .addOption(forceOption())
    .addOption(baseUrlOption())
    .addHelpText('after', help)
    .action(async (flags: ExportFlags) => {
      refuseCombinations(command, flags)
      await refuseUrls(flags)
      // Loaded on demand, so that other commands start faster.
      const { run } = await import('./export/run.js')
      await run(flags)
    })
}

/** Ends a command with options that contradict each other. */
function refuseCombinations(command: Command, flags: ExportFlags): void {
  const { project, group, recursive, fromTerraform, language, native, depth, values, stack } = flags
  if (recursive && !group) command.error('error: --recursive requires --group')
  if (fromTerraform === undefined) requireTargets(command, flags)
  else if (project || group) {
    command.error('error: --from-terraform cannot be combined with --project and --group: the state names the objects')
  }
  if (depth !== undefined && language !== 'projects') command.error('error: --depth requires --language projects')
  if (stack !== undefined && !values) command.error('error: --stack requires --values')
  if (native && language !== 'typescript') {
    command.error('error: --native requires --language typescript: yaml, python and go always use the plugin')
  }
}
