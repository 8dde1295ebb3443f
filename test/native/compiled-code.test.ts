import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

let caches: string
let program: string

/** Loads the program in another process, which then keeps its compiled code. Returns what it prints. */
async function start(): Promise<string> {
  const module = join(__dirname, '..', '..', 'dist', 'provider', 'native', 'compiled-code.js')
  const script = `const { loadCompiled } = require(${JSON.stringify(module)})
    const loaded = loadCompiled(${JSON.stringify(program)})
    console.log(loaded.exports.text, loaded.exports.file)
    loaded.keep()`
  const env = { ...process.env, XDG_CACHE_HOME: caches }
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env })
  return stdout
}

const folder = () => join(caches, 'trueup', 'plugin')
const kept = async () => (await readdir(folder())).sort()

beforeEach(async () => {
  caches = await mkdtemp(join(tmpdir(), 'trueup-caches-'))
  program = join(caches, 'program.js')
  await writeFile(program, `exports.text = 'one'; exports.file = __filename`)
})

afterEach(() => rm(caches, { recursive: true }))

it('keeps the compiled code of a program for later processes', async () => {
  expect(await start()).toBe(`one ${program}\n`)
  expect(await kept()).toEqual([expect.stringMatching(/\.code$/)])
  expect(await start()).toBe(`one ${program}\n`)
  expect(await kept()).toHaveLength(1)
})

it('never uses the code of another program with the same length', async () => {
  await start()
  await writeFile(program, `exports.text = 'two'; exports.file = __filename`)
  expect(await start()).toBe(`two ${program}\n`)
  expect(await kept()).toHaveLength(2)
})

it('compiles a program again whose kept code is damaged', async () => {
  await start()
  const file = join(folder(), (await kept())[0] ?? '')
  const code = await readFile(file)
  code[code.length - 20]! ^= 0xff
  await writeFile(file, code)
  expect(await start()).toBe(`one ${program}\n`)
  expect(await readFile(file)).not.toEqual(code)
})

it('uses no folder that other users can access', async () => {
  await mkdir(folder(), { recursive: true })
  await chmod(folder(), 0o755)
  expect(await start()).toBe(`one ${program}\n`)
  expect(await kept()).toEqual([])
})
