import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pinnedVersion, repositoryRoot } from './paths'
import { say } from './say'

const installer = 'https://get.pulumi.com/install.sh'
const reachableWithinMs = 4_000
const installedWithinMs = 300_000

/** Installs the pinned CLI into `folder` with Pulumi's installer. Returns whether it succeeded, and prints errors. */
export async function install(folder: string): Promise<boolean> {
  const version = pinnedVersion()
  say(`trying Pulumi's installer for the pulumi CLI ${version}`)
  try {
    // The installer waits two minutes for a host that does not respond. This request fails earlier.
    const response = await fetch(installer, { method: 'HEAD', signal: AbortSignal.timeout(reachableWithinMs) })
    if (!response.ok) throw new Error(`HEAD ${installer}: ${response.status} ${response.statusText}`)
    // A separate process, because the Automation API cannot be interrupted.
    await promisify(execFile)(process.execPath, ['-e', script, folder, version], {
      cwd: repositoryRoot,
      timeout: installedWithinMs,
    })
    return true
  } catch (error) {
    say(`Pulumi's installer failed (${reason(error)})`)
    return false
  }
}

const script = `
  const { SemVer } = require('semver')
  const { PulumiCommand } = require('@pulumi/pulumi/automation')
  const [, root, version] = process.argv
  PulumiCommand.install({ root, version: new SemVer(version) }).catch((error) => {
    process.stderr.write(error.message)
    process.exitCode = 1
  })`

function reason(error: unknown): string {
  const { cause, stderr, message } = error as Error & { stderr?: string }
  const text = stderr?.trim() || (cause instanceof Error ? cause.message : message)
  return text.split('\n').slice(-1).join()
}
