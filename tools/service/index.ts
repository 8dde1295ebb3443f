/**
 * `npm run test:service -- --url https://gitlab.example.com --group my-scratch --token-env SERVICE_TOKEN`: runs the tests
 * of all kinds against a GitLab of your own, in a group that is created for them and deleted.
 */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { Failed } from '../compare/connection'
import { aNumber, complaintAbout, type ServerFlags, stopOnSignals } from '../compare/flags'
import { repositoryRoot } from '../pulumi/paths'
import { data, summary } from './report'
import { run } from './run'

interface Flags extends ServerFlags {
  only: readonly string[]
  out?: string
}

const codes = { passed: 0, failedTests: 1, failed: 2, usage: 64 }

/** The kinds, and suites of several kinds, by the names of their files. */
const suites = readdirSync(join(repositoryRoot, 'test/resources'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace('.test.ts', ''))

const someSuites = (text: string): string[] => {
  const wanted = text.split(',').filter(Boolean)
  const unknown = wanted.filter((one) => !suites.includes(one))
  if (unknown.length > 0 || wanted.length === 0) throw new InvalidArgumentError(`Choose from ${suites.join(', ')}.`)
  return wanted
}

const command = new Command('npm run test:service --')
  .description('Runs the tests of all kinds against a GitLab of your own.')
  .option('--url <url>', 'where GitLab is')
  .option('--group <path>', 'full path of a group of yours; a group is made below it, and removed at the end')
  .option(
    '--token-env <name>',
    "variable that holds an administrator's access token with the scope api",
    'SERVICE_TOKEN',
  )
  .option('--only <kinds>', `some of ${suites.join(', ')}`, someSuites, suites)
  .option('--out <file>', 'write the results as JSON, without token, host and names')
  .option('--allow-http', 'send the token unencrypted to a host that is not this machine')
  .option('--requests-per-minute <n>', 'the most requests in a minute', aNumber, 300)
  .exitOverride()

/** The whole command. Returns its exit code. */
async function main(args: string[], env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  let flags: Flags
  try {
    flags = command.parse(args, { from: 'user' }).opts<Flags>()
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : codes.usage
  }
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const complaint = complaintAbout(flags, env)
  if (complaint) {
    say(`test:service: ${complaint}`)
    return codes.usage
  }
  const { url, group, only, out, tokenEnv, requestsPerMinute } = flags
  const token = env[tokenEnv]!
  const stop = stopOnSignals()
  try {
    const wanted = { url: url!.replace(/\/+$/, ''), group: group!, kinds: only, token, requestsPerMinute }
    const { about, results, redaction, left } = await run({ ...wanted, say, signal: stop.signal })
    print(summary(about, results, redaction))
    if (out) await writeFile(out, `${JSON.stringify(data(about, results, redaction), null, 2)}\n`)
    if (left.length > 0) return codes.failed
    return results.some(({ result }) => result === 'failed') ? codes.failedTests : codes.passed
  } catch (error) {
    const text = stop.signal.aborted
      ? 'interrupted'
      : error instanceof Failed
        ? error.message
        : String((error as Error).stack)
    say(`test:service: ${text.replaceAll(token, '{token}')}`)
    return codes.failed
  } finally {
    stop.release()
  }
}

if (require.main === module) {
  void main(process.argv.slice(2), process.env, (line) => console.log(line)).then((code) => (process.exitCode = code))
}
