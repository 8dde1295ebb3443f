/**
 * `npm run compare -- --url https://gitlab.example.com --group my-scratch --token-env COMPARE_TOKEN`: sends the recorded
 * requests to a GitLab of your own, in a group that is made for it and removed, and says which responses differ.
 */
import { writeFile } from 'node:fs/promises'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Tier } from '../../emulator'
import { nouns } from '../../test/truth/recordings'
import { Failed } from './connection'
import { aNumber, complaintAbout, type ServerFlags, stopOnSignals } from './flags'
import { data, skipLines, summary } from './report'
import { dryRun, run } from './run'

interface Flags extends ServerFlags {
  only?: string[]
  tier?: Tier
  out?: string
  dryRun?: boolean
}

const codes = { agrees: 0, differs: 1, failed: 2, usage: 64 }

const someNouns = (text: string): string[] => {
  const wanted = text.split(',').filter(Boolean)
  const unknown = wanted.filter((one) => !nouns.includes(one))
  if (unknown.length > 0 || wanted.length === 0) throw new InvalidArgumentError(`Choose from ${nouns.join(', ')}.`)
  return wanted
}

const command = new Command('npm run compare --')
  .description(
    'Sends recorded requests to a GitLab of your own and says which responses differ from the recorded ones.',
  )
  .option('--url <url>', 'where GitLab is')
  .option('--group <path>', 'full path of a group of yours; a group is made below it, and removed at the end')
  .option('--token-env <name>', "variable that holds an owner's access token with the scope api", 'COMPARE_TOKEN')
  .option('--only <nouns>', `some of ${nouns.join(', ')}`, someNouns)
  .addOption(
    new Option('--tier <tier>', 'compare with this tier; default that of the group').choices([
      ...['ce', 'free', 'premium', 'ultimate'],
    ]),
  )
  .option('--out <file>', 'write the differences as JSON, without token, host and names')
  .option('--dry-run', 'say what would be sent and made, and send nothing')
  .option('--allow-http', 'send the token unencrypted to a host that is not this machine')
  .option('--requests-per-minute <n>', 'the most requests in a minute', aNumber, 300)
  .exitOverride()

/** The whole command; gives its exit code. */
export async function main(args: string[], env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  let flags: Flags
  try {
    flags = command.parse(args, { from: 'user' }).opts<Flags>()
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : codes.usage
  }
  const { only = nouns, out } = flags
  if (flags.dryRun) {
    const { results, made } = await dryRun(flags.tier ?? 'ultimate', only)
    const { requests, groups, projects } = made
    print(`It would send ${requests} requests, and make ${groups} groups and ${projects} projects to send them to.`)
    print([...skipLines(results)].join('\n'))
    return codes.agrees
  }
  const complaint = complaintAbout(flags, env)
  if (complaint) {
    process.stderr.write(`compare: ${complaint}\n`)
    return codes.usage
  }
  return play(flags, env[flags.tokenEnv]!, print)

  async function play({ url, group, tier, requestsPerMinute }: Flags, token: string, print: (line: string) => void) {
    const stop = stopOnSignals()
    const say = (line: string) => void process.stderr.write(`${line}\n`)
    const wanted = {
      url: url!.replace(/\/+$/, ''),
      group: group!,
      token,
      tier,
      nouns: only,
      perMinute: requestsPerMinute,
    }
    try {
      const { about, results, redaction, left } = await run({ ...wanted, say, signal: stop.signal })
      print(summary(about, results, redaction))
      if (out) await writeFile(out, `${JSON.stringify(data(about, results, redaction), null, 2)}\n`)
      if (left !== undefined) return codes.failed
      return results.unexplained.length > 0 ? codes.differs : codes.agrees
    } catch (error) {
      const text = stop.signal.aborted
        ? 'interrupted'
        : error instanceof Failed
          ? error.message
          : String((error as Error).stack)
      say(`compare: ${text.replaceAll(token, '{token}')}`)
      return codes.failed
    } finally {
      stop.release()
    }
  }
}

if (require.main === module) {
  void main(process.argv.slice(2), process.env, (line) => console.log(line)).then((code) => (process.exitCode = code))
}
