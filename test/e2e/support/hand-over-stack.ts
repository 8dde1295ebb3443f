import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type RequestRecord, startEmulator } from '../../../emulator'
import { Client } from '../../../sdk'
import { PulumiStack, type Result, type StackOptions } from '../../support/pulumi'
import { type Declared, type Front, type Program, stackOptions, textOf } from './fronts'

/** A stack whose resources use several providers of one service, and what can happen to it during an update. */
export interface HandOverStack {
  readonly emulator: Emulator
  readonly api: Client
  readonly stack: PulumiStack
  /** Called after each request of the next commands. */
  onRequest: (record: RequestRecord) => void
  up(program: Program, ...args: string[]): Promise<Result>
  /** The names and ids of the labels of the project `acme/web`. */
  labels(): Promise<Record<string, number>>
  /** The ledgers of the update that is running: their files, and the processes that began them. */
  ledgers(): { file: string; pid: number }[]
}

/** Starts a service and a stack. They are valid from `beforeAll` on, and empty before each test. */
export function useHandOverStack(front: Front, options: Partial<StackOptions> = {}): HandOverStack {
  const used = {} as { -readonly [K in keyof HandOverStack]: HandOverStack[K] }
  used.onRequest = () => {}
  beforeAll(async () => {
    used.emulator = await startEmulator({ flavor: 'gitlab', onRequest: (record) => used.onRequest(record) })
    used.api = new Client({ baseUrl: used.emulator.url, token: 'emulator-root' })
    used.stack = await PulumiStack.create({
      ...stackOptions(front),
      program: '',
      config: { 'trueup:baseUrl': used.emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
      ...options,
      env: { OTHER_TOKEN: 'emulator-owner', THIRD_TOKEN: 'emulator-root', ...options.env },
    })
  })
  afterEach(async () => {
    used.onRequest = () => {}
    await used.up({})
    for (const id of Object.values(await used.labels())) await used.api.labels.delete(1, id)
  })
  afterAll(async () => {
    await used.stack?.close()
    await used.api?.close()
    await used.emulator?.close()
  })
  let startedAt = 0
  used.up = async (program, ...args) => {
    startedAt = Date.now()
    await used.stack.setProgram(textOf(front, program))
    return used.stack.run('up', '--yes', '--skip-preview', ...args)
  }
  used.labels = async () => Object.fromEntries((await used.api.labels.list(1).all()).map(({ name, id }) => [name, id]))
  used.ledgers = () => {
    const { cliPid } = used.stack
    return ledgerFiles(startedAt).filter(({ pid }) => cliPid !== undefined && isDescendant(pid, cliPid))
  }
  return used
}

/** An explicit provider, which runs in a process of its own. */
export const provider = (url: string, tokenEnv = 'OTHER_TOKEN'): Declared => ({
  type: 'Provider',
  args: { baseUrl: url, tokenEnv },
})

/** A label of the project `acme/web` that can be adopted. */
export const label = (name: string, more: Partial<Declared> = {}): Declared => ({
  type: 'Label',
  args: { project: 'acme/web', name, color: 'red', onConflict: 'adopt' },
  ...more,
})

/** A set of labels of the project `acme/web` that can be adopted. */
export const labelSet = (names: readonly string[], more: Partial<Declared> = {}, args = {}): Declared => ({
  type: 'LabelSet',
  args: {
    project: 'acme/web',
    onConflict: 'adopt',
    items: Object.fromEntries(names.map((name) => [name, { color: 'red' }])),
    ...args,
  },
  ...more,
})

/** The folders of ledgers. */
export const ledgerFolders = [`/tmp/trueup-${userInfo().uid}`, join(userInfo().homedir, '.trueup', 'operations')]

/** The ledgers that were begun since a time. Other tests begin and delete ledgers at any time. */
function ledgerFiles(since: number): { file: string; pid: number }[] {
  return ledgerFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .flatMap((file) => {
      try {
        if (statSync(file).birthtimeMs < since) return []
        const [line = ''] = readFileSync(file, 'utf8').split('\n', 1)
        return [{ file, pid: (JSON.parse(line) as { pid: number }).pid }]
      } catch {
        return []
      }
    })
}

function isDescendant(pid: number, ancestor: number): boolean {
  for (let one = pid; one > 1;) {
    if (one === ancestor) return true
    try {
      one = Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${one}/stat`, 'utf8'))?.[1] ?? 0)
    } catch {
      return false
    }
  }
  return false
}
