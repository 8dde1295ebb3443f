import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

jest.setTimeout(300_000)

const root = resolve(__dirname, '..', '..')
let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'trueup-new-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(root, file), join(clone, file))
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const generate = (...args: string[]): string => run(join(root, 'dist/tools/new/index.js'), ...args, '--folder', clone)

it('writes a kind that works in all layers before its fields are adapted to the API', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(generate('deploy-key')).toContain('test/resources/deploy-key.test.ts')
  // The build below finds the errors of declaration files. Those of the examples could not refer to the package, which
  // is outside of the clone.
  expect(run(tsc, '--noEmit', '--declaration', 'false', '-p', 'tsconfig.json')).toBe('')
  run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--check', 'provider', 'sdk', 'emulator', 'test/resources')
  run(tsc, '-p', 'tsconfig.build.json')
  const tests = ['resources', 'emulator', 'functions'].map((folder) => `test/${folder}/deploy-key.test.ts`)
  run(
    join(root, 'node_modules/jest/bin/jest.js'),
    ...tests,
    'test/components/native',
    'test/properties/cases',
    'test/faults/kinds',
    'test/chaos/kinds',
  )
})

it('reports each place of a new kind that is not adapted to the API', () => {
  generate('feature-flag')
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  const { status, stderr } = spawnSync(process.execPath, [jest, 'test/repo/layout', '-t', 'TODO'], {
    cwd: clone,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const file of [
    'sdk/resources/feature-flag.ts',
    'emulator/records/feature-flag.ts',
    'emulator/resources/feature-flag-model.ts',
    'emulator/resources/feature-flag.ts',
    'provider/resources/feature-flag.ts',
    'tools/api-coverage/nouns/feature-flag.ts',
    'test/emulator/feature-flag.test.ts',
    'test/resources/feature-flag.test.ts',
    'test/properties/arbitraries/feature-flag.ts',
    'test/faults/kinds.ts',
    'test/chaos/program.ts',
  ])
    expect(stderr).toContain(`adapt ${file}:`)
})

it('overwrites no file', () => {
  expect(() => generate('label')).toThrow(/sdk\/resources\/label\.ts.* already exists/)
})

it('rejects a noun that is not in kebab case', () => {
  expect(() => generate('DeployKey')).toThrow(/must be in kebab case/)
})
