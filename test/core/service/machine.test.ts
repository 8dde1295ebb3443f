import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSameEngine, LinuxMachine } from '../../../provider/core/service/machine'

const isLinux = process.platform === 'linux'

/** A folder like `/proc`, in which process 40 is the current one. */
class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), 'trueup-proc-'))

  constructor(private readonly self = 40) {
    mkdirSync(join(this.folder, 'sys/kernel/random'), { recursive: true })
    writeFileSync(join(this.folder, 'sys/kernel/random/boot_id'), 'boot-1\n')
  }

  add(pid: number, parent: number, name: string, args: string[] = [name], start = pid * 100): this {
    const folder = join(this.folder, String(pid))
    mkdirSync(join(folder, 'ns'), { recursive: true })
    mkdirSync(join(folder, 'net'))
    const rest = `S ${parent} ${'0 '.repeat(17)}${start} 0 0`
    writeFileSync(join(folder, 'stat'), `${pid} (${name}) ${rest}`)
    writeFileSync(join(folder, 'cmdline'), `${args.join('\0')}\0`)
    symlinkSync('net:[1]', join(folder, 'ns/net'))
    symlinkSync('pid:[2]', join(folder, 'ns/pid'))
    if (pid === this.self) symlinkSync(String(pid), join(this.folder, 'self'))
    return this
  }

  open(pid: number, descriptor: number, target: string): this {
    const folder = join(this.folder, String(pid), 'fd')
    mkdirSync(folder, { recursive: true })
    symlinkSync(target, join(folder, String(descriptor)))
    return this
  }

  listen(address: string, inode: number, protocol = 'tcp'): this {
    const line = `   0: ${address} 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1`
    writeFileSync(join(this.folder, `${this.self}/net/${protocol}`), `  sl  local_address ...\n${line}\n`)
    return this
  }
}

const all: Processes[] = []
const processes = () => {
  const made = new Processes()
  all.push(made)
  return made
}
afterAll(() => all.forEach(({ folder }) => rmSync(folder, { recursive: true, force: true })))

describe('the engine that a provider process sees', () => {
  const address = '127.0.0.1:3999'
  const tree = () =>
    processes()
      .add(10, 1, 'bash')
      .add(20, 10, 'pulumi', ['/usr/bin/pulumi', 'up', '--target', 'a b'])
      .add(30, 20, 'pulumi-language-nodejs')
      .add(35, 30, 'sh) (x', ['sh', '-c', 'node'])
      .add(40, 35, 'node')

  it('belongs to the CLI that listens, if the engine attaches to a plugin and no ancestor is a CLI', () => {
    const { folder } = processes()
      .add(20, 1, 'pulumi', ['pulumi', 'up', '--target', 'a b'])
      .add(30, 1, 'bash')
      .add(40, 30, 'node')
      .open(30, 3, 'socket:[8]')
      .open(20, 4, 'pipe:[7]')
      .open(20, 5, 'socket:[7]')
      .listen('0100007F:0F9F', 7)
    const machine = new LinuxMachine(folder)
    expect(machine.engineAt(address)).toEqual({ socket: 'boot-1 net:[1] 7', process: 'boot-1 pid:[2] 20 2000' })
    expect(machine.commandLine(address)).toEqual(['up', '--target', 'a b'])
    expect(machine.engineAt('127.0.0.1:4000')).toEqual({})
  })

  it('consists of the socket at its address and of the nearest CLI, through shells and language hosts', () => {
    const machine = new LinuxMachine(tree().listen('0100007F:0F9F', 7).folder)
    expect(machine.engineAt(address)).toEqual({ socket: 'boot-1 net:[1] 7', process: 'boot-1 pid:[2] 20 2000' })
    expect(machine.commandLine(address)).toEqual(['up', '--target', 'a b'])
  })

  it('has only the parts that the machine shows', () => {
    const folder = tree().folder
    rmSync(join(folder, '20'), { recursive: true })
    expect(new LinuxMachine(folder).engineAt(address)).toEqual({})
    expect(new LinuxMachine(join(folder, 'missing')).engineAt(address)).toEqual({})
    expect(new LinuxMachine(join(folder, 'missing')).commandLine(address)).toBeUndefined()
    expect(new LinuxMachine(join(folder, 'missing')).openFiles()).toEqual([])
    expect(new LinuxMachine(tree().listen('0100007F:0F9F', 0).folder).engineAt(address).socket).toBeUndefined()
    expect(new LinuxMachine(tree().listen('0100007F:0FA0', 7).folder).engineAt(address).socket).toBeUndefined()
  })

  it('differs if another process has its number, or if another operation has its address', () => {
    const machine = new LinuxMachine(tree().listen('0100007F:0F9F', 7).folder)
    const engine = machine.engineAt(address)
    expect(machine.isRunning(engine, address)).toBe(true)
    expect(machine.isRunning({ process: 'boot-1 pid:[2] 20 1999' }, address)).toBe(false)
    expect(machine.isRunning({ process: 'boot-1 pid:[2] 21 2100' }, address)).toBe(false)
    expect(machine.isRunning({ socket: 'boot-1 net:[1] 8' }, address)).toBe(false)
    expect(machine.isRunning({ socket: engine.socket }, address)).toBe(true)
    // Of another container, which can share the folder of the ledgers.
    expect(
      machine.isRunning({ process: 'boot-1 pid:[3] 20 2000', socket: 'boot-1 net:[3] 7' }, address),
    ).toBeUndefined()
    expect(machine.isRunning({}, address)).toBeUndefined()
  })

  it.each([
    [{ socket: 'a', process: 'p' }, { socket: 'a', process: 'q' }, true],
    [{ socket: 'a', process: 'p' }, { socket: 'b', process: 'p' }, false],
    [{ process: 'p' }, { socket: 'b', process: 'p' }, true],
    [{ process: 'p' }, { process: 'q' }, false],
    [{ socket: 'a' }, { process: 'p' }, undefined],
    [{}, {}, undefined],
  ])('compares %j with %j', (one, other, expected) => {
    expect(isSameEngine(one, other)).toBe(expected)
  })

  const onLinux = isLinux ? it : it.skip
  onLinux('exists in the real system', async () => {
    const machine = new LinuxMachine()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const [first, again] = [machine.engineAt(`127.0.0.1:${port}`), machine.engineAt(`127.0.0.1:${port}`)]
    expect(first.socket).toMatch(/^\S+ net:\[\d+\] \d+$/)
    expect(again).toEqual(first)
    await new Promise((resolve) => server.close(resolve))
    expect(machine.engineAt(`127.0.0.1:${port}`).socket).toBeUndefined()
    expect([machine.hasProcess(process.pid), machine.hasProcess(2 ** 22 + 1)]).toEqual([true, false])
  })

  onLinux('has open files that were deleted', () => {
    const file = join(all[0]!.folder, 'deleted.jsonl')
    writeFileSync(file, 'content')
    const descriptor = openSync(file, 'r')
    unlinkSync(file)
    expect(new LinuxMachine().openFiles()).toContainEqual({
      path: file,
      readable: `/proc/${process.pid}/fd/${descriptor}`,
    })
  })
})
