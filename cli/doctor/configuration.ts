import { secretSettings } from '../../provider/command-line/basics'
import { misspelled, settingNames, unknownKeys } from '../../provider/command-line/project-files'
import type { StackState } from '../stacks/stack'
import type { Findings } from './finding'

const known = `known settings are ${settingNames.map((name) => `trueup:${name}`).join(', ')}.`

/**
 * Checks the stack's configuration of Trueup. An update rejects misspelled settings, and ignores other unknown keys. In a
 * project that is named trueup, such keys may be the project's own.
 */
export function checkConfiguration(
  findings: Findings,
  { name: stack, config }: StackState,
  project: string | undefined,
): void {
  const keys = Object.keys(config).filter((key) => key.startsWith('trueup:'))
  const meant = new Map(misspelled(keys).map((one) => [one.key, one.meant]))
  const unknown = unknownKeys(keys)
  for (const key of unknown) {
    const right = meant.get(key)
    findings[right !== undefined && project !== 'trueup' ? 'error' : 'warning'](
      'config-key',
      `The stack configuration has the unknown setting ${key}: ${right === undefined ? known : `did you mean ${right}?`}`,
      `Set the correct key, and remove this one with "pulumi config rm ${key} --stack ${stack}".`,
    )
  }
  if (unknown.length === 0) {
    findings.ok(
      'config-key',
      keys.length > 0
        ? `The stack configuration has ${keys.join(', ')}.`
        : 'The stack configuration has no trueup settings.',
    )
  }
  for (const key of secretSettings.map((name) => `trueup:${name}`)) {
    const value = config[key]
    if (!value || value.secret) continue
    findings.error(
      'config-secret',
      `${key} is stored as plaintext in the configuration file of the stack.`,
      `Set it again with "pulumi config set --secret ${key}". ` +
        (key === 'trueup:token'
          ? 'Revoke the token if the file was shared.'
          : 'Create a new key if the file was shared.'),
    )
  }
}
