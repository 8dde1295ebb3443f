import { redactor } from '../../sdk/http/redact'

/** The `pulumi` CLI could not do what it was asked for. The message says why, and what to do. */
export class PulumiFailure extends Error {
  override name = 'PulumiFailure'
}

interface Failed {
  cwd: string
  stack: string | undefined
  code: number | string | undefined
  stderr: string
}

/** What went wrong, in a sentence, with the remedy. */
export function explained({ cwd, stack, code, stderr }: Failed): string {
  if (code === 'ENOENT') {
    return 'There is no "pulumi" on PATH: install the Pulumi CLI (https://www.pulumi.com/docs/install/), or put it there.'
  }
  // A backend's URL may hold credentials.
  const said = redactor(undefined)(stderr)
    .split('\n')
    .map((line) => line.replace(/^(error|warning): /, '').trim())
    .filter((line) => line !== '')
  const cause = said.join(' ')
  const remedy = remedies.find(([pattern]) => pattern.test(cause))?.[1]
  const what = stack === undefined ? `the stack of ${cwd}` : `stack ${stack} of ${cwd}`
  return `${what} cannot be read: ${cause || `pulumi ended with ${code}`}${cause.endsWith('.') ? '' : '.'}${remedy ? ` ${remedy}` : ''}`
}

const remedies: [RegExp, string][] = [
  [/no stack selected|no stack is selected/i, 'Name one with --stack, or select it with "pulumi stack select".'],
  [/no stack named|not found|could not find stack/i, '"pulumi stack ls" lists those that there are.'],
  [
    /no Pulumi\.yaml|no Pulumi project|fully qualified name/i,
    'Run it in the folder of a Pulumi project, or name that with --cwd.',
  ],
  [/passphrase/i, 'Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.'],
  [/PULUMI_ACCESS_TOKEN|not logged in|pulumi login/i, 'Log in, or set PULUMI_BACKEND_URL and what the backend needs.'],
  [/lock/i, 'Another run holds the stack: wait for it, or end a dead one with "pulumi cancel".'],
]
