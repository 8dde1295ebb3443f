import { counted } from '../../provider/command-line/basics'
import { oneLine } from '../shared/one-line'
import type { Estate } from './estate'
import type { Language } from './languages'
import { readmeOfValues } from './readme-values'
import { pushesBySsh } from './resource-text'
import { hidesValues, leftOutLines, skippedLine, type Summary } from './summary'
import { type FromState, removalOf } from './terraform'
import { uncoveredLines } from './uncovered'

/** The README.md of the program: the next steps, and the objects that were left out. */
export function readmeOf(summary: Summary, estate: Estate, language: Language, state?: FromState): string {
  const { service, resources, leftOut, archived, scheduledForDeletion, notes, commands } = summary
  const has = (kind: string, isAdopted = false) =>
    estate.resources.some((one) => one.kind.replace(/-set$/, '') === kind && (one.isAdopted ?? false) === isAdopted)
  const adopts = has('remote-mirror', true)
  const hides = estate.resources.some(hidesValues)
  const absent = [
    ...(state && state.skipped.length > 0 ? [skippedLine(state.skipped)] : []),
    ...leftOutLines(leftOut),
    ...archived.map((path) => `${path}: archived, and cannot be changed.`),
    ...scheduledForDeletion.map((path) => `${path}: scheduled for deletion.`),
    ...notes,
    ...(summary.uncovered ? uncoveredLines(summary.uncovered) : []),
  ]
  return `${[
    '# Project configuration as code',
    `This program declares ${counted(resources, 'resource')} that \`trueup export\` read from ${plain(service)}.`,
    '## Import the resources',
    'Use the Pulumi CLI 3.254 or later. The access token needs the scope `api`, and its user a role that can change the objects.',
    `\`\`\`console\n${commands.join('\n')}\n\`\`\``,
    [
      '`pulumi import` copies `import.json` into the state. It does not send requests to the service.',
      ...(adopts
        ? [
            'The preview compares the state with the service. It shows *create* for mirrors with credentials, which the',
            'first `pulumi up` adopts as they are, and should show no other changes. After it, you can delete `import.json`.',
          ]
        : hides
          ? [
              'The preview compares the state with the service. It shows *update* for hidden variables, whose values the first',
              '`pulumi up` sends, and should show no other changes. After it, you can delete `import.json`.',
            ]
          : [
              'The preview compares the state with the service, and fails if anything has changed since the export.',
              'The first `pulumi up --refresh` changes nothing. After it, you can delete `import.json`.',
            ]),
      'Until then, the resources are protected: Pulumi refuses to delete them.',
    ].join('\n'),
    ...(adopts ? [stateMirrors] : []),
    ...(has('remote-mirror') ? [mirrors] : []),
    ...(estate.resources.some(pushesBySsh) ? [hostKeys] : []),
    ...(has('trigger-token') ? [triggers(language)] : []),
    ...(has('project-access-token') || has('group-access-token') ? [tokens] : []),
    ...readmeOfValues(summary, estate.resources),
    ...(state ? [leaving(removalOf(estate.resources, state.parents))] : []),
    ...(absent.length > 0
      ? ['## Objects that are not in the program', absent.map((line) => `- ${plain(line)}`).join('\n')]
      : []),
  ].join('\n\n')}\n`
}

const stateMirrors = `## Credentials in the state of Terraform

The state of Terraform contains the credentials of mirrors, in their \`url\`. The program reads them from secrets of the
stack's configuration: set them with the commands above. \`terraform state pull\` shows the values. The first update adopts
these mirrors by their ids, and neither changes nor replaces them on the service. Then remove \`adoptId\` if you like.`

/** How Terraform stops to manage the objects. */
const leaving = (command: string): string => `## Remove the resources from Terraform

Delete them from the configuration of Terraform, and from its state. This keeps the objects on the service:

\`\`\`console
${command}
\`\`\`

If programs use the values of tokens that the state of Terraform contains, store these values before you delete the state.`

const mirrors = `## Credentials of mirrors

The service never shows credentials, so neither the program nor the state contains them. The mirrors are declared without
credentials, and keep the ones they have. If you add \`username\` and \`password\` to the program, or change them, the next
update creates a new mirror with them and deletes the old one.`

const hostKeys = `## Host keys of mirrors

The service shows only the fingerprints of SSH host keys. The mirrors are declared without \`hostKeys\`, and keep the ones they
have. A new mirror, also one that replaces another, has none and does not push: add \`hostKeys\` to the program, such as the
output of \`ssh-keyscan\`.`

const triggers = ({ tokenExample: [fence, code] }: Language): string => `## Values of trigger tokens

Neither these files nor the state contain the values: the output \`token\` of these resources is empty. The owner of a token
can read its value in the program:

\`\`\`${fence}
${code}
\`\`\``

const tokens = `## Values of access tokens

The service does not show the values: the output \`token\` of these resources is empty. The import does not rotate the tokens.
To rotate a token, change its \`expiresAt\`: the old value stops working at once, and the state stores the new one encrypted.`

/** A text without special meaning in Markdown. */
const plain = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&')
