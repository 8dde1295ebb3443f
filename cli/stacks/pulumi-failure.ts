import { hiding, withoutCredentials } from '../../sdk/http/redact'

/** A command of the `pulumi` CLI failed. The message contains the cause and the remedy. */
export class PulumiFailure extends Error {
  override name = 'PulumiFailure'
}

interface Failed {
  cwd: string
  stack: string | undefined
  code: number | string | undefined
  stderr: string
  /** Undefined if the command only reads. */
  change?: { secret?: string } | undefined
}

/** Describes the failure and its remedy. */
export function explained({ cwd, stack, code, stderr, change }: Failed): string {
  if (code === 'ENOENT') {
    return (
      'There is no "pulumi" on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/), or add its folder to PATH. ' +
      'If the npm package pulumi has installed it, put npx before this command.'
    )
  }
  const { secret = '' } = change ?? {}
  // The URL of a backend can contain credentials.
  const lines = withoutCredentials(hiding([secret]).theirs(stderr))
    .split('\n')
    .map((line) => line.replace(/^(error|warning): /, '').trim())
    .filter((line) => line !== '')
  const cause = lines.join(' ')
  const remedy = remedies.find(([pattern]) => pattern.test(cause))?.[1]
  const what = stack === undefined ? `the stack of ${cwd}` : `stack ${stack} of ${cwd}`
  return `${what} cannot be ${change ? 'changed' : 'read'}: ${cause || `pulumi exited with ${code}`}${cause.endsWith('.') ? '' : '.'}${remedy ? ` ${remedy}` : ''}`
}

const remedies: [RegExp, string][] = [
  [/no stack selected|no stack is selected/i, 'Pass a stack with --stack, or select one with "pulumi stack select".'],
  [/no stack named|not found|could not find stack/i, 'Run "pulumi stack ls" to list the stacks.'],
  [
    /no Pulumi\.yaml|no Pulumi project|fully qualified name/i,
    'Run the command in the folder of a Pulumi project, or pass the folder with --cwd.',
  ],
  [/passphrase/i, 'Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.'],
  [
    /PULUMI_ACCESS_TOKEN|not logged in|pulumi login/i,
    'Log in, or set PULUMI_BACKEND_URL and the credentials of the backend.',
  ],
  [/lock/i, 'Another update has locked the stack. Wait for it, or run "pulumi cancel" if it was interrupted.'],
]
