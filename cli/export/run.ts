import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { now } from '../../provider/command-line/basics'
import type { Surveyed } from '../../provider/command-line/objects'
import { type Connection, openConnection, reasonOfRequest, settingsFrom } from '../../provider/command-line/service'
import type { User } from '../../sdk'
import { jsonOf, linesOf } from '../shared/characters'
import { clientFromEnvironment } from '../shared/connect'
import { writeOut } from '../shared/output'
import { warn } from '../shared/warn'
import type { StateObjects } from '../terraform/objects'
import { collect } from './collect'
import { type Estate, estateOf, type Exported, type Reading } from './estate'
import type { ExportFlags } from './flags'
import { importFileOf } from './import-file'
import { Journal, journalFile } from './journal'
import { type Language, languageOf } from './languages'
import { ignoreFile, packageName } from './package'
import type { Source } from './program'
import { readmeOf } from './readme'
import { asSets } from './sets'
import { setValues, stackFor } from './stack-values'
import { summaryOf, summaryText } from './summary'
import { type Targets, targetsOf } from './targets'
import { asInState, chosen, type FromState, fromState, readObjects } from './terraform'
import { UncoveredCounter } from './uncovered'
import { dividedValues, LiveObjects, readValues, type RequiredValue, valuesText, withPlainValues } from './values'

/** Reads the objects, then writes all files. */
export async function run(flags: ExportFlags): Promise<void> {
  const { out, force = false, format, fromTerraform } = flags
  if (!force) refuseToOverwrite(out)
  const objects = fromTerraform === undefined ? undefined : await readObjects(fromTerraform)
  const stack = flags.values ? await stackFor(out, flags.stack) : undefined
  const connection = connectionOf(flags)
  try {
    const found = await read(connection, flags, objects, stack)
    const language = languageOf(flags)
    const name = packageName(found.targets.targets[0]?.path ?? 'projects')
    await writeProgram(flags, language, found, name)
    const configured = stack === undefined ? undefined : await setValues(out, name, stack, found.values)
    const summary = summaryOf({ ...found, configured }, connection.instance, out, language)
    await writeOut(readmeOf(summary, found.estate, language, found.state), join(out, 'README.md'))
    await found.journal.remove()
    await writeOut(format === 'json' ? jsonOf(summary) : linesOf(summaryText(summary)).join('\n'))
    if (configured?.failure) throw configured.failure
  } finally {
    await connection.api.close()
  }
}

/** The exported objects. */
interface Read {
  estate: Estate
  targets: Targets
  source: Source
  journal: Journal
  state: FromState | undefined
  /** The values that the program reads from the configuration. Empty unless they were requested. */
  values: RequiredValue[]
}

/** Files whose presence means that the folder is in use. */
const programFiles = [
  ...['Pulumi.yaml', 'package.json', 'tsconfig.json', 'index.ts', 'import.json', 'README.md'],
  ...['__main__.py', 'requirements.txt', 'main.go', 'go.mod'],
]

function refuseToOverwrite(folder: string): void {
  const there = programFiles.filter((name) => existsSync(join(folder, name)))
  if (there.length === 0) return
  throw new Error(
    `${folder} already has ${there.join(', ')}. Choose another folder with --out, or overwrite the files with --force.`,
  )
}

function connectionOf({ baseUrl }: ExportFlags): Connection {
  const settings = settingsFrom({ baseUrl })
  // Throws an error that suggests environment variables, not the configuration of a stack.
  if (settings.token === undefined) clientFromEnvironment(baseUrl === undefined ? {} : { baseUrl })
  return openConnection(settings, warn)
}

async function read(
  connection: Connection,
  flags: ExportFlags,
  objects: StateObjects | undefined,
  stack: string | undefined,
): Promise<Read> {
  const { project: projects = [], group: groups = [], recursive = false, out, sets = false } = flags
  const user = await currentUser(connection)
  const state = objects && (await fromState(connection, objects))
  const bar = new SingleBar({ format: '{bar} {value}/{total} {what}', clearOnComplete: true }, Presets.shades_classic)
  const listTargets = async (): Promise<Targets> => {
    // The lists of the projects of a group take some seconds.
    bar.start(1, 0, { what: 'lists of projects' })
    try {
      return await targetsOf(connection, user, { projects, groups, recursive })
    } finally {
      bar.stop()
    }
  }
  const targets = state?.targets ?? (await listTargets())
  await mkdir(out, { recursive: true })
  const request = {
    ...{ service: connection.instance, user: user.username, projects, groups },
    ...(state && { state: state.targets.targets.map((target) => JSON.stringify(target)) }),
  }
  const journal = await Journal.open(out, request, now())
  const { length } = targets.targets
  if (journal.size > 0) process.stderr.write(`Continuing: an earlier run read ${journal.size} of ${length}.\n`)
  bar.start(length, 0, { what: 'read' })
  const live = new LiveObjects()
  const keep = wantsValues(flags) ? (found: readonly Surveyed[]) => live.keep(found) : () => undefined
  let readings: Reading[]
  try {
    readings = await collect(connection, targets.targets, journal, () => bar.increment(), {
      keep,
      uncovered: flags.counts ? new UncoveredCounter(connection) : undefined,
    })
  } catch (error) {
    bar.stop()
    const saved = `The progress (${journal.size} of ${length}) is saved in ${join(out, journalFile)}.`
    throw new Error(`${(error as Error).message} ${saved} Run the same command again to continue.`, { cause: error })
  }
  bar.stop()
  const source = { service: connection.instance, username: user.username }
  const estate = state ? estateOfState(readings, state) : estateOf(readings)
  const required = wantsValues(flags) ? await readValues(connection, estate.resources, live) : []
  const { plain, secret: values } = dividedValues(required, flags)
  process.stderr.write(valuesText({ plain, secret: values }, stack))
  estate.resources = withPlainValues(estate.resources, plain)
  const arrange = languageOf(flags).arrange ?? (sets ? (own: Exported[]) => asSets(own) : undefined)
  if (arrange) estate.resources = arrange(estate.resources)
  return { estate, targets, source, journal, state, values }
}

const wantsValues = ({ values = false, plainValues = false }: ExportFlags): boolean => values || plainValues

/** The objects of a state. */
function estateOfState(readings: readonly Reading[], state: FromState): Estate {
  const { readings: own, objects, leftOut } = chosen(readings, state.parents)
  const estate = estateOf(own)
  return {
    ...estate,
    resources: asInState(estate.resources, objects),
    leftOut: [...state.leftOut, ...leftOut, ...estate.leftOut],
  }
}

/** The user of the access token. The request also fails early for an invalid token. */
async function currentUser(connection: Connection): Promise<User> {
  try {
    return await connection.api.users.current()
  } catch (error) {
    const reason = reasonOfRequest(connection, error, { subject: 'the service', causeFor: () => undefined })
    throw reason === undefined ? error : new Error(reason, { cause: error })
  }
}

/** Writes all files, except the README.md. */
async function writeProgram(
  { out, depth = Infinity }: ExportFlags,
  language: Language,
  { estate, source }: Read,
  name: string,
): Promise<void> {
  const files = {
    '.gitignore': ignoreFile(language.ignored, await contentOf(join(out, '.gitignore'))),
    ...language.filesOf(estate, { ...source, name, depth, folder: out }),
    'import.json': importFileOf(estate.resources, language.isNative),
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(out, name)
    await mkdir(dirname(path), { recursive: true })
    await writeOut(text, path)
  }
}

/** Returns undefined if the file does not exist. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
