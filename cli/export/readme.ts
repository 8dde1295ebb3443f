import type { Estate } from './estate'
import { oneLine } from './names'
import { counted, leftOutLines, type Summary } from './summary'

/** What a person does with the program, and what is not in it. */
export function readmeOf(summary: Summary, estate: Estate): string {
  const { service, resources, leftOut, archived, scheduledForDeletion, notes, commands } = summary
  const has = (kind: string) => estate.resources.some((one) => one.kind === kind)
  return `${[
    '# Project configuration as code',
    `This program declares what ${plain(service)} had when \`trueup export\` read it: ${counted(resources, 'resource')}.`,
    '## Bring them under code',
    'With the Pulumi CLI, 3.254 or later. The token has the scope `api`, and its user a role that may change all this.',
    `\`\`\`console\n${commands.join('\n')}\n\`\`\``,
    [
      '`pulumi import` writes what `import.json` says into the state. Nothing is sent to the service, nothing created.',
      'The preview then asks the service, and ends with an error if anything differs: if somebody has changed something',
      'meanwhile, it shows what. From the first `pulumi up` on, which changes nothing, `import.json` is of no more use.',
      'Until then the resources are protected: Pulumi refuses to delete them.',
    ].join('\n'),
    ...(has('remote-mirror') ? [mirrors] : []),
    ...(has('trigger-token') ? [triggers] : []),
    ...(has('group-access-token') ? [tokens] : []),
    '## What is not in the program',
    [
      ...leftOutLines(leftOut).map((line) => `- ${plain(line)}`),
      ...archived.map((path) => `- ${plain(path)}: is archived, and cannot be changed.`),
      ...scheduledForDeletion.map((path) => `- ${plain(path)}: is scheduled for deletion.`),
      ...notes.map((note) => `- ${plain(note)}`),
    ].join('\n'),
  ].join('\n\n')}\n`
}

const mirrors = `## Credentials of mirrors

The service never shows them, so neither the program nor the state has them: the mirrors are declared as if they had none,
and keep those they have. Writing \`username\` and \`password\` into the program makes a new mirror with them and deletes
the old one; that is how to change them, too.`

const triggers = `## Values of trigger tokens

They are in no file here and not in the state: the output \`token\` of these resources is empty. Its owner can have the
program ask for one:

\`\`\`ts
const { token } = trueup.getTriggerToken({ project: 'acme/web', trigger: 17 }) // a secret
\`\`\``

const tokens = `## Values of group access tokens

Nobody but their users knows them: the output \`token\` of these resources is empty. The tokens are not rotated by the
import. Another \`expiresAt\` rotates one: the old value ends at once, and the new one is in the state, encrypted.`

/** A text that Markdown shows as it is. */
const plain = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&')
