import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** The engine of an operation. A part is missing if the machine does not show it. */
export interface Engine {
  /** The socket on which it listens. Each operation of an engine has its own. */
  readonly socket?: string | undefined
  /** Its process, also if another process gets its number later. */
  readonly process?: string | undefined
}

/** What the processes of a machine can find out about each other. */
export interface Machine {
  /** The engine that listens at an address, and that has started this process. */
  engineAt(address: string): Engine
  /** Whether the CLI of an operation is running. Undefined if the machine does not show it. */
  isRunning(engine: Engine, address: string): boolean | undefined
  /** Whether a process with this number is running. */
  hasProcess(pid: number): boolean
  /** The arguments of the CLI whose engine listens at an address. */
  commandLine(address: string): readonly string[] | undefined
  /** The files that a process of this user has open, also deleted ones: the former path, and a path to read them. */
  openFiles(): { readonly path: string; readonly readable: string }[]
}

/** Whether two processes have seen the same engine. Undefined if they have not seen the same part of it. */
export function isSameEngine(one: Engine, other: Engine): boolean | undefined {
  if (one.socket !== undefined && other.socket !== undefined) return one.socket === other.socket
  if (one.process !== undefined && other.process !== undefined) return one.process === other.process
  return undefined
}

/** Reads the folder `/proc`. On systems without it, nothing is known except whether a process is running. */
export class LinuxMachine implements Machine {
  private ancestor: { pid: string; start: string } | null | undefined

  constructor(private readonly proc = '/proc') {}

  engineAt(address: string): Engine {
    const inode = this.socketAt(address)
    const cli = this.cli(address)
    return {
      ...(inode !== undefined && { socket: `${this.namespace('net')} ${inode}` }),
      ...(cli && { process: `${this.namespace('pid')} ${cli.pid} ${cli.start}` }),
    }
  }

  isRunning({ socket, process }: Engine, address: string): boolean | undefined {
    const namespace = `${this.namespace('pid')} `
    if (process?.startsWith(namespace)) {
      const [pid = '', start] = process.slice(namespace.length).split(' ')
      return this.stat(pid)?.start === start
    }
    return socket?.startsWith(`${this.namespace('net')} `) ? this.engineAt(address).socket === socket : undefined
  }

  hasProcess(pid: number): boolean {
    try {
      process.kill(pid, 0)
      return true
    } catch (error) {
      // Without permission to signal it, it is running.
      return (error as NodeJS.ErrnoException).code === 'EPERM'
    }
  }

  commandLine(address: string): readonly string[] | undefined {
    const cli = this.cli(address)
    return cli && this.read(cli.pid, 'cmdline')?.split('\0').slice(1, -1)
  }

  openFiles(): { path: string; readable: string }[] {
    return this.pids().flatMap((pid) =>
      this.descriptors(pid).map(({ path, readable }) => ({ path: path.replace(/ \(deleted\)$/, ''), readable })),
    )
  }

  /** The inode of the socket that listens at an address on this machine. */
  private socketAt(address: string): string | undefined {
    const [, port] = /:(\d+)$/.exec(address) ?? []
    if (port === undefined) return undefined
    const suffix = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
    for (const protocol of ['tcp', 'tcp6']) {
      for (const line of this.read('self', `net/${protocol}`)?.split('\n') ?? []) {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
        // 0A is a socket that listens.
        if (state === '0A' && local?.endsWith(suffix) && inode !== undefined && inode !== '0') return inode
      }
    }
    return undefined
  }

  /** The CLI that has started this process. If an engine attaches to this process, the CLI that listens. */
  private cli(address: string): { pid: string; start: string } | undefined {
    if (this.ancestor === undefined) this.ancestor = this.ancestorCli() ?? null
    if (this.ancestor) return this.ancestor
    const socket = this.socketAt(address)
    if (socket === undefined) return undefined
    const pid = this.pids().find((one) => this.descriptors(one).some(({ path }) => path === `socket:[${socket}]`))
    const start = pid === undefined ? undefined : this.stat(pid)?.start
    return pid === undefined || start === undefined ? undefined : { pid, start }
  }

  /** The nearest ancestor of this process that is a Pulumi CLI, also through shells and language hosts. */
  private ancestorCli(): { pid: string; start: string } | undefined {
    let pid = this.stat('self')?.parent
    while (pid !== undefined && pid !== '0') {
      const stat = this.stat(pid)
      if (!stat) break
      const [command = ''] = this.read(pid, 'cmdline')?.split('\0') ?? []
      if (stat.name === 'pulumi' || basename(command) === 'pulumi') return { pid, start: stat.start }
      pid = stat.parent
    }
    return undefined
  }

  private pids(): string[] {
    return list(this.proc).filter((name) => /^\d+$/.test(name))
  }

  /** What a process of this user has open. */
  private descriptors(pid: string): { path: string; readable: string }[] {
    return list(`${this.proc}/${pid}/fd`).flatMap((descriptor) => {
      const readable = `${this.proc}/${pid}/fd/${descriptor}`
      const path = target(readable)
      return path === undefined ? [] : [{ path, readable }]
    })
  }

  private stat(pid: string): { name: string; parent: string; start: string } | undefined {
    const text = this.read(pid, 'stat')
    if (text === undefined) return undefined
    // The name can contain spaces and parentheses.
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    const [, parent] = fields
    const start = fields[19]
    if (parent === undefined || start === undefined) return undefined
    return { name: text.slice(text.indexOf('(') + 1, end), parent, start }
  }

  /** Inodes and process numbers are only comparable within a namespace of one run of the system. */
  private namespace(kind: 'net' | 'pid'): string {
    const boot = this.read('sys', 'kernel/random/boot_id')?.trim() ?? ''
    return `${boot} ${target(`${this.proc}/self/ns/${kind}`) ?? ''}`
  }

  private read(folder: string, file: string): string | undefined {
    try {
      return readFileSync(`${this.proc}/${folder}/${file}`, 'utf8')
    } catch {
      return undefined
    }
  }
}

export const thisMachine: Machine = new LinuxMachine()

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function target(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
