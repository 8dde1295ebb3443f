/**
 * `npm run test:service -- --url https://gitlab.example.com --group my-scratch --token-env SERVICE_TOKEN`: runs the tests
 * of all kinds against a GitLab of your own, in a group that is created for them and deleted.
 */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { aNumber, failedCode, flagsOf, onServer, type ServerFlags, someOf } from '../compare/command'
import { repositoryRoot } from '../pulumi/paths'
import { data, summary } from './report'
import { run } from './run'

interface Flags extends ServerFlags {
  only: readonly string[]
  out?: string
}

const codes = { passed: 0, failedTests: 1 }

/** They move, create, archive and delete projects and groups, which a run could not restore, or need several services. */
const notOnService = ['project', 'project-archived', 'project-later', 'group', 'group-later']

/** The kinds, and suites of several kinds, by the names of their files. */
const suites = readdirSync(join(repositoryRoot, 'test/resources'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace('.test.ts', ''))
  .filter((suite) => !notOnService.includes(suite))

const command = new Command('npm run test:service --')
  .description('Runs the tests of all kinds against a GitLab of your own.')
  .option('--url <url>', 'where GitLab is')
  .option('--group <path>', 'full path of a group of yours; a group is made below it, and removed at the end')
  .option(
    '--token-env <name>',
    "variable that holds an administrator's access token with the scope api",
    'SERVICE_TOKEN',
  )
  .option('--only <kinds>', `some of ${suites.join(', ')}`, someOf(suites), suites)
  .option('--out <file>', 'write the results as JSON, without token, host and names')
  .option('--allow-http', 'send the token unencrypted to a host that is not this machine')
  .option('--requests-per-minute <n>', 'the most requests in a minute', aNumber, 300)
  .exitOverride()

/** The whole command. Returns its exit code. */
async function main(args: string[], env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const flags = flagsOf<Flags>(command, args)
  if (typeof flags === 'number') return flags
  const { only, out, requestsPerMinute } = flags
  return onServer('test:service', flags, env, async (access) => {
    const { about, results, redaction, left } = await run({ ...access, kinds: only, requestsPerMinute })
    print(summary(about, results, redaction))
    if (out) await writeFile(out, `${JSON.stringify(data(about, results, redaction), null, 2)}\n`)
    if (left.length > 0) return failedCode
    return results.some(({ result }) => result === 'failed') ? codes.failedTests : codes.passed
  })
}

if (require.main === module) {
  void main(process.argv.slice(2), process.env, (line) => console.log(line)).then((code) => (process.exitCode = code))
}
