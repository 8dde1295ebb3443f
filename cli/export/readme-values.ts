import { secretKeysIn } from '../languages/literal'
import type { Exported } from './estate'
import { type Summary, valuesLine } from './summary'

/** The sections of the README.md about the values that the program reads from the configuration. */
export function readmeOfValues(summary: Summary, resources: readonly Exported[]): string[] {
  const { stack } = summary
  const ofKind = (...kinds: string[]) => resources.filter(({ kind }) => kinds.includes(kind.replace(/-set$/, '')))
  const ofVariables = ofKind('project-variable', 'group-variable')
  const readsVariables = ofVariables.some(({ args }) => secretKeysIn(args).length > 0)
  return [
    ...(stack === undefined ? [] : [configuration(stack, summary)]),
    ...(ofKind('project-hook').length > 0 ? [hooks] : []),
    ...(readsVariables ? [variables] : ofVariables.length > 0 ? [plainVariables] : []),
  ]
}

const configuration = (stack: string, summary: Summary): string => `## Configuration of stack ${stack}

${valuesLine(stack, summary)}
\`trueup export --values\` has set them. To set them again after they have changed on the service, run the same command with
\`--force\`, which overwrites the program.`

const hooks = `## Secrets of hooks

These files do not contain the URLs. The program reads them from secrets of the stack's configuration: the commands above ask
for each one that is missing, and the settings of the project, under *Webhooks*, show them. If the service tells that a hook
has a token or a signing token, as GitLab 19.3 does, the program reads it in the same way, and the first update sends it. No
one can read a token from the service. If you do not know it, remove the argument and add the resource option
\`ignoreChanges: ["token"]\`, or \`["signingToken"]\`: otherwise the next update removes the token.`

const variables = `## Values of variables

The program reads the values from secrets of the stack's configuration: the commands above ask for each one that is missing,
and \`pulumi config set --secret NAME < FILE\` reads one from a file. The settings of the project or group, under *CI/CD*,
show the values, except those of hidden variables. The preview with \`--refresh\` shows *update* for a variable whose value on
the service is another one. The first \`pulumi up\` without \`--refresh\` sends all values.`

const plainVariables = `## Values of variables

The program contains the values, because \`trueup export\` ran with \`--plain-values\`. The first \`pulumi up\` without
\`--refresh\` sends them.`
