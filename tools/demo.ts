import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters, styleText } from 'node:util'
import { startEmulator } from '../emulator'
import { Client, type Label } from '../sdk'
import { findPulumi } from './pulumi'
import { repositoryRoot } from './pulumi/paths'

const example = join(repositoryRoot, 'examples', 'quickstart')
const stack = 'demo'
const token = 'emulator-owner'
const keep = process.argv.includes('--keep')

/** The report remains after the demo. */
const reportFile = join(tmpdir(), 'trueup-demo-drift.html')

/** Shows the main use case with the real pulumi CLI and the emulator as the service. */
async function demo(): Promise<void> {
  const pulumi = await findPulumi()
  const began = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'trueup-demo-'))
  const emulator = await startEmulator()
  const api = new Client({ baseUrl: emulator.url, token })
  const env: Record<string, string> = {
    TRUEUP_BASE_URL: emulator.url,
    TRUEUP_TOKEN: token,
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_HOME: join(folder, 'home'),
    PULUMI_CONFIG_PASSPHRASE: 'demo',
  }
  const run = (...args: string[]) =>
    show(`pulumi ${args.join(' ')}`, pulumi.path, [...cliFlags(), ...args], { ...pulumi.env, ...env })
  const trueup = (expected: number, ...args: string[]) =>
    show(`trueup ${args.join(' ')}`, process.execPath, [cli, ...args], { ...pulumi.env, ...env }, expected)
  try {
    chapter('Start a service', `The emulator serves the API at ${emulator.url}.`)
    await run('stack', 'init', stack)

    chapter(
      'Create the declared configuration',
      `The program is ${relative(process.cwd(), join(example, 'index.ts'))}.`,
    )
    await run('up', '--stack', stack, '--yes', '--skip-preview')
    await showWorld(api)

    chapter('Another user changes the service')
    await changeByHand(api)
    await showWorld(api)

    chapter('trueup drift finds each change', 'It also writes a report as a page.')
    await trueup(2, 'drift', '--stack', stack, '--format', 'html', '--out', reportFile, '--format', 'text')

    chapter('The summary of a preview shows what the next update does to each object')
    const preview = join(folder, 'preview.json')
    await writeFile(
      preview,
      await output(pulumi.path, ['preview', '--stack', stack, '--refresh', '--json'], { ...pulumi.env, ...env }),
    )
    await trueup(0, 'summary', preview)

    chapter('The next update restores the declared configuration')
    await run('up', '--stack', stack, '--refresh', '--yes', '--skip-preview')
    await showWorld(api)

    chapter('The next preview shows no changes')
    await run('preview', '--stack', stack, '--refresh', '--expect-no-changes')

    chapter('trueup export writes the files of existing projects')
    const exported = join(folder, 'export')
    await trueup(0, 'export', '--group', 'acme', '--language', 'projects', '--out', exported)
    for (const line of (await readFile(join(exported, 'projects', 'acme.yaml'), 'utf8')).trimEnd().split('\n')) {
      say(`${style('dim', '│')} ${line}`)
    }

    if (keep) {
      await stayUp(env)
      return
    }
    chapter('Delete all resources')
    await run('destroy', '--stack', stack, '--yes', '--skip-preview')
    const left = (await world(api)).flatMap(({ lines }) => lines)
    if (left.length > 0) throw new Error(`not deleted:\n${left.join('\n')}`)
    say('acme and acme/web are empty again.')
    say(`The report of the drift: ${reportFile}`)
    say(
      styleText(
        'bold',
        `\nThe demo took ${Math.round((Date.now() - began) / 1000)} s. To keep everything running: npm run demo -- --keep`,
      ),
    )
  } finally {
    await api.close()
    await emulator.close()
    await rm(folder, { recursive: true, force: true })
    await rm(join(example, `Pulumi.${stack}.yaml`), { force: true })
  }
}

/** Keeps the emulator and the stack until the user presses Ctrl-C. */
async function stayUp(env: Record<string, string>): Promise<void> {
  chapter('Try it yourself', 'The emulator and the stack exist until you press Ctrl-C. In another terminal:')
  say(`  cd ${relative(process.cwd(), example)}`)
  for (const [name, value] of Object.entries(env)) say(`  export ${name}=${value}`)
  say(`  npm run --silent --prefix ../.. pulumi -- preview --stack ${stack} --refresh --diff`)
  say(`  curl -H "PRIVATE-TOKEN: ${token}" $TRUEUP_BASE_URL/api/v4/projects/1/labels`)
  say('\nChange index.ts, or change a label with curl, and run the preview again.')
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
}

/** The built `trueup`. */
const cli = join(repositoryRoot, 'dist', 'cli', 'index.js')

const cliFlags = () => ['--non-interactive', '--color', colorful ? 'always' : 'never']

const start = (file: string, args: string[], env: Record<string, string>) =>
  spawn(file, args, {
    cwd: example,
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs a command, and returns what it prints on standard output. */
async function output(file: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = start(file, args, env)
  child.stderr.resume()
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  return text
}

/** Runs a command, and prints its output indented. */
async function show(
  command: string,
  file: string,
  args: string[],
  env: Record<string, string>,
  expected = 0,
): Promise<void> {
  say(style('cyan', `$ ${command}`))
  const child = start(file, args, env)
  const printed = [child.stdout, child.stderr].map(async (stream) => {
    for await (const line of createInterface({ input: stream })) {
      if (line.trim() && !isProgress(stripVTControlCharacters(line))) say(`${style('dim', '│')} ${line}`)
    }
  })
  const code = await new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject))
  await Promise.all(printed)
  if (code !== expected) throw new Error(`${command} exited with code ${code}`)
}

/** Five changes that no program declares. */
async function changeByHand(api: Client): Promise<void> {
  const [mirror] = await api.remoteMirrors.list(1).all()
  const [trigger] = await api.triggerTokens.list(1).all()
  const [freeze] = await api.freezePeriods.list(1).all()
  await api.labels.update(1, 'bug', { color: '#808080' })
  await api.protectedEnvironments.update(1, 'production', { deploy_access_levels: [{ access_level: 30 }] })
  if (mirror) await api.remoteMirrors.update(1, mirror.id, { enabled: false })
  if (freeze) await api.freezePeriods.update(1, freeze.id, { freeze_end: '0 7 * * sun' })
  if (trigger) await api.triggerTokens.delete(1, trigger.id)
  say(
    'The user changes the color of a label, allows developers to deploy to production, disables the mirror, moves the end',
  )
  say('of the freeze to Sunday, and deletes a trigger token.')
}

/** The objects of the six kinds on the service. */
async function world(api: Client): Promise<{ title: string; lines: string[] }[]> {
  const [labels, freezes, environments, triggers, mirrors, tokens] = await Promise.all([
    api.labels.list(1).all(),
    api.freezePeriods.list(1).all(),
    api.protectedEnvironments.list(1).all(),
    api.triggerTokens.list(1).all(),
    api.remoteMirrors.list(1).all(),
    api.groupAccessTokens.list(10, { state: 'active' }).all(),
  ])
  const levels = (entries: { access_level_description: string | null }[]) =>
    entries.map((entry) => entry.access_level_description).join(', ')
  return [
    { title: 'labels', lines: labels.map((label) => `${swatch(label)} ${label.name.padEnd(10)} ${label.color}`) },
    {
      title: 'freeze periods',
      lines: freezes.map((freeze) => `${freeze.freeze_start} to ${freeze.freeze_end}, ${freeze.cron_timezone}`),
    },
    {
      title: 'protected environments',
      lines: environments.map(({ name, deploy_access_levels }) => `${name}: ${levels(deploy_access_levels)} deploy`),
    },
    { title: 'trigger tokens', lines: triggers.map(({ description }) => String(description)) },
    { title: 'remote mirrors', lines: mirrors.map(({ url, enabled }) => `${url} ${enabled ? 'on' : 'off'}`) },
    { title: 'group access tokens', lines: tokens.map(({ name, expires_at }) => `${name}, until ${expires_at}`) },
  ]
}

async function showWorld(api: Client): Promise<void> {
  say(style('bold', 'Objects of acme and acme/web on the service:'))
  for (const { title, lines } of await world(api)) {
    const [first = style('dim', 'none'), ...rest] = lines
    say(`  ${title.padEnd(24)}${first}`)
    for (const line of rest) say(`  ${''.padEnd(24)}${line}`)
  }
}

/** Whether a line shows progress, which is only useful on a terminal that redraws it. */
const isProgress = (line: string) =>
  /^@ /.test(line) ||
  /\b(creating|updating|deleting|refreshing|running)( \(\d+s\))?\s*(\[diff.*)?$/.test(line) ||
  /^ *pulumi[:-]\S+ \S+ +$/.test(line) ||
  /^(The resources in the stack have been deleted|If you want to remove the stack)/.test(line)

/** Whether to print colors. */
const colorful = process.stdout.isTTY && !process.env.NO_COLOR
const style = (format: Parameters<typeof styleText>[0], text: string) => (colorful ? styleText(format, text) : text)

function swatch({ color }: Label): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
  return colorful ? `\x1b[48;2;${red};${green};${blue}m   \x1b[0m` : '·'
}

function chapter(title: string, text = ''): void {
  say(`\n${style(['bold', 'magenta'], `■ ${title}`)}`)
  if (text) say(text)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

demo().catch((error: unknown) => {
  process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
