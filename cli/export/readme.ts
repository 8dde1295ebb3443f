import { oneLine } from '../shared/one-line'
import type { Estate } from './estate'
import type { Language } from './languages'
import { counted, leftOutLines, type Summary } from './summary'

/** The README.md of the program: the next steps, and the objects that were left out. */
export function readmeOf(summary: Summary, estate: Estate, language: Language): string {
  const { service, resources, leftOut, archived, scheduledForDeletion, notes, commands } = summary
  const has = (kind: string) => estate.resources.some((one) => one.kind === kind)
  return `${[
    '# Project configuration as code',
    `This program declares ${counted(resources, 'resource')} that \`trueup export\` read from ${plain(service)}.`,
    '## Import the resources',
    'Use the Pulumi CLI 3.254 or later. The access token needs the scope `api`, and its user a role that can change the objects.',
    `\`\`\`console\n${commands.join('\n')}\n\`\`\``,
    [
      '`pulumi import` copies `import.json` into the state. It does not send requests to the service.',
      'The preview compares the state with the service, and fails if anything has changed since the export.',
      'The first `pulumi up` changes nothing. After it, you can delete `import.json`.',
      'Until then, the resources are protected: Pulumi refuses to delete them.',
    ].join('\n'),
    ...(has('remote-mirror') ? [mirrors] : []),
    ...(has('trigger-token') ? [triggers(language)] : []),
    ...(has('group-access-token') ? [tokens] : []),
    '## Objects that are not in the program',
    [
      ...leftOutLines(leftOut).map((line) => `- ${plain(line)}`),
      ...archived.map((path) => `- ${plain(path)}: archived, and cannot be changed.`),
      ...scheduledForDeletion.map((path) => `- ${plain(path)}: scheduled for deletion.`),
      ...notes.map((note) => `- ${plain(note)}`),
    ].join('\n'),
  ].join('\n\n')}\n`
}

const mirrors = `## Credentials of mirrors

The service never shows credentials, so neither the program nor the state contains them. The mirrors are declared without
credentials, and keep the ones they have. If you add \`username\` and \`password\` to the program, or change them, the next
update creates a new mirror with them and deletes the old one.`

const triggers = ({ tokenExample: [fence, code] }: Language): string => `## Values of trigger tokens

Neither these files nor the state contain the values: the output \`token\` of these resources is empty. The owner of a token
can read its value in the program:

\`\`\`${fence}
${code}
\`\`\``

const tokens = `## Values of group access tokens

The service does not show the values: the output \`token\` of these resources is empty. The import does not rotate the tokens.
To rotate a token, change its \`expiresAt\`: the old value stops working at once, and the state stores the new one encrypted.`

/** A text without special meaning in Markdown. */
const plain = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&')
