/**
 * `npm run compare -- --url https://gitlab.example.com --group my-scratch --token-env COMPARE_TOKEN`: sends the recorded
 * requests to a GitLab of your own, in a group that is made for it and removed, and says which responses differ.
 */
import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import type { Release, Tier } from '../../emulator'
import { nouns, releases } from '../../emulator/test/truth/recordings'
import { aNumber, failedCode, flagsOf, onServer, type ServerFlags, someOf } from './command'
import { data, recordedLine, skipLines, summary } from './report'
import { dryRun, run } from './run'

interface Flags extends ServerFlags {
  only?: string[]
  release?: Release
  tier?: Tier
  out?: string
  dryRun?: boolean
}

const codes = { agrees: 0, differs: 1 }

const command = new Command('npm run compare --')
  .description(
    'Sends recorded requests to a GitLab of your own and says which responses differ from the recorded ones.',
  )
  .option('--url <url>', 'where GitLab is')
  .option('--group <path>', 'full path of a group of yours; a group is made below it, and removed at the end')
  .option('--token-env <name>', "variable that holds an owner's access token with the scope api", 'COMPARE_TOKEN')
  .option('--only <nouns>', `some of ${nouns.join(', ')}`, someOf(nouns))
  .addOption(
    new Option(
      '--release <release>',
      'compare with the recordings of this release; default the nearest one to that of the server',
    ).choices([...releases]),
  )
  .addOption(
    new Option('--tier <tier>', 'compare with this tier; default that of the group').choices([
      ...['ce', 'free', 'premium', 'ultimate'],
    ]),
  )
  .option('--out <file>', 'write all differences and their causes as JSON, without token, host and names')
  .option('--dry-run', 'say what would be sent and made, and send nothing')
  .option('--allow-http', 'send the token unencrypted to a host that is not this machine')
  .option('--requests-per-minute <n>', 'the most requests in a minute', aNumber, 300)
  .exitOverride()

/** The whole command; gives its exit code. */
export async function main(args: string[], env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const flags = flagsOf<Flags>(command, args)
  if (typeof flags === 'number') return flags
  const { only = nouns, out } = flags
  if (flags.dryRun) {
    const { release = releases.at(-1)!, tier = 'ultimate' } = flags
    const { results, made } = await dryRun(release, tier, only)
    const { requests, groups, projects } = made
    print(`It would send ${requests} requests, and make ${groups} groups and ${projects} projects to send them to.`)
    print([`recordings of GitLab ${release}: ${recordedLine(results)}`, ...skipLines(results)].join('\n'))
    return codes.agrees
  }
  return onServer('compare', flags, env, async (access) => {
    const { release, tier, requestsPerMinute: perMinute } = flags
    const compared = await run({ ...access, release, tier, nouns: only, perMinute })
    print(summary(compared))
    if (out) await writeFile(out, `${JSON.stringify(data(compared), null, 2)}\n`)
    if (compared.left !== undefined) return failedCode
    return compared.results.unexplained.length > 0 ? codes.differs : codes.agrees
  })
}

if (require.main === module) {
  void main(process.argv.slice(2), process.env, (line) => console.log(line)).then((code) => (process.exitCode = code))
}
