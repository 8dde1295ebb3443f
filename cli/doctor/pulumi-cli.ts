import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Findings } from './finding'
import { isIn } from './versions'

const oldest = '3.216.0'
/** The first version that imports objects from a file of `trueup export`. */
const adopting = '3.254.0'

const where = 'https://www.pulumi.com/docs/install/'
const fromNpm = 'install it from npm (npm install --save-dev pulumi) and put npx before its commands'

/** Checks the version of the `pulumi` on `PATH`. */
export async function checkPulumiCli(findings: Findings): Promise<void> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' }
  let output: string
  try {
    output = (await promisify(execFile)('pulumi', ['version'], { env, encoding: 'utf8' })).stdout
  } catch (error) {
    const { code, message, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    const isDownload = /^Downloading pulumi v/m.test(stderr)
    if (code === 'ENOENT')
      findings.error('pulumi-cli', 'There is no "pulumi" on PATH.', `Install the Pulumi CLI (${where}), or ${fromNpm}.`)
    else if (isDownload)
      findings.error(
        'pulumi-cli',
        `The npm package pulumi cannot download the Pulumi CLI: ${lastLine(stderr).replace(/^pulumi: /, '')}.`,
        `Give this machine access to https://get.pulumi.com, or install the Pulumi CLI (${where}).`,
      )
    else
      findings.error(
        'pulumi-cli',
        `"pulumi version" failed: ${firstLine(message)}`,
        `Reinstall the Pulumi CLI (${where}).`,
      )
    return
  }
  const version = /^v?(\d+\.\d+\.\d\S*)/.exec(output)?.[1]
  if (version === undefined) {
    findings.warning(
      'pulumi-cli',
      `"pulumi version" printed ${JSON.stringify(firstLine(output))}, which is not a version.`,
      `Install version ${oldest} or later of the Pulumi CLI (${where}).`,
    )
  } else if (!isIn(version, `>=${oldest}`)) {
    findings.error(
      'pulumi-cli',
      `The pulumi CLI ${version} is not supported. Trueup requires ${oldest} or later.`,
      `Install a later version (${where}).`,
    )
  } else if (!isIn(version, `>=${adopting}`)) {
    findings.warning(
      'pulumi-cli',
      `The pulumi CLI ${version} cannot import the files of "trueup export", which require ${adopting} or later.`,
      `Install a later version (${where}) before you import such a file.`,
    )
  } else {
    findings.ok('pulumi-cli', `pulumi CLI ${version}.`)
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
