import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Findings } from './finding'
import { isIn } from './versions'

const oldest = '3.216.0'
/** The first that takes over existing objects from a file. */
const adopting = '3.254.0'

const where = 'https://www.pulumi.com/docs/install/'

/** The `pulumi` that would be run. */
export async function checkPulumiCli(findings: Findings): Promise<void> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' }
  let said: string
  try {
    said = (await promisify(execFile)('pulumi', ['version'], { env, encoding: 'utf8' })).stdout
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      findings.error('pulumi-cli', 'There is no "pulumi" on PATH.', `Install the Pulumi CLI (${where}).`)
    else
      findings.error(
        'pulumi-cli',
        `"pulumi version" failed: ${firstLine(message)}`,
        `Install the Pulumi CLI anew (${where}).`,
      )
    return
  }
  const version = /^v?(\d+\.\d+\.\d\S*)/.exec(said)?.[1]
  if (version === undefined) {
    findings.warning(
      'pulumi-cli',
      `"pulumi version" says ${JSON.stringify(firstLine(said))}, which is no version.`,
      `Trueup needs ${oldest} or later.`,
    )
  } else if (!isIn(version, `>=${oldest}`)) {
    findings.error(
      'pulumi-cli',
      `The pulumi CLI is of version ${version}, but ${oldest} or later is needed.`,
      `Install a later one (${where}).`,
    )
  } else if (!isIn(version, `>=${adopting}`)) {
    findings.warning(
      'pulumi-cli',
      `The pulumi CLI is of version ${version}: files that "trueup export" writes need ${adopting} or later.`,
      `Install a later one (${where}) before you import such a file.`,
    )
  } else {
    findings.ok('pulumi-cli', `pulumi CLI ${version}.`)
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
