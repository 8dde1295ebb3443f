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

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' })
  // The compiler and the linter print their errors to stdout.
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

const generate = (...args: string[]): string => run(join(root, 'dist/tools/new/index.js'), ...args, '--folder', clone)

/**
 * A kind with the defaults, one whose name identifies it, one of a group, one that is like a protected tag, one with a secret,
 * and nouns of projects and groups: one like a deploy token, and one whose name identifies it.
 */
const generated = {
  'deploy-job': [],
  'feature-flag': ['--key', 'name'],
  'group-badge': ['--parent', 'group', '--set'],
  'release-tag': ['--key', 'name', '--no-update', '--set'],
  'cluster-agent': ['--secret', 'access_key'],
  'upload-token': ['--parent', 'both', '--no-update', '--set', '--secret', 'token'],
  'custom-page': ['--parent', 'both', '--key', 'name'],
}

/** The kinds of a noun. */
const kindsOf = ([noun, options]: [noun: string, options: string[]]) =>
  options.includes('both') ? [`project-${noun}`, `group-${noun}`] : [noun]

it('writes kinds that work in all layers before their fields are adapted to the API', () => {
  const bin = (...path: string[]) => join(root, 'node_modules', ...path)
  const kinds = Object.entries(generated).flatMap(kindsOf)
  for (const [noun, options] of Object.entries(generated)) {
    const written = generate(noun, ...options)
    for (const kind of kindsOf([noun, options])) expect(written).toContain(`npm run test:kind -- ${kind}`)
  }
  // The build below finds the errors of declaration files. Files of the examples could not refer to the package, which
  // is outside of the clone.
  const tsc = bin('typescript/bin/tsc')
  expect(run(tsc, '--noEmit', '--declaration', 'false', '-p', 'tsconfig.json')).toBe('')
  run(bin('eslint/bin/eslint.js'), '.')
  run(bin('prettier/bin/prettier.cjs'), '--check', 'provider', 'sdk', 'emulator', 'test', 'tools')
  run(tsc, '-p', 'tsconfig.build.json')
  const tests = ['test/resources', 'emulator/test', 'test/functions'].flatMap((folder) =>
    kinds.map((kind) => `${folder}/${kind}.test.ts`),
  )
  run(
    bin('jest/bin/jest.js'),
    ...tests,
    'test/sdk/requests',
    'test/components/native',
    'test/properties/cases',
    'test/repo/samples',
    'test/resources/sets',
  )
  run(bin('jest/bin/jest.js'), 'test/faults/spec', '-t', Object.keys(generated).join('|').replaceAll('-', ' '))
  run(bin('jest/bin/jest.js'), 'test/repo/layout', '-t', 'has a file in each layer')
})

it('writes the docs without Go, except for the examples in other languages', () => {
  const env = { ...process.env, PATH: '', XDG_CACHE_HOME: join(clone, 'cache') }
  const written = execFileSync(process.execPath, ['dist/tools/docs/index.js'], { cwd: clone, encoding: 'utf8', env })
  expect(written).toContain('docs/reference.md is written.')
  expect(written).toMatch(/The examples are unchanged: .* requires Go, which is not installed\./)
})

it('reports each place of a new kind that is not adapted to the API', () => {
  generate('deploy-token')
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  const { status, stderr } = spawnSync(process.execPath, [jest, 'test/repo/layout', '-t', 'TODO'], {
    cwd: clone,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const file of [
    'sdk/resources/deploy-token.ts',
    'emulator/records/deploy-token.ts',
    'emulator/resources/feature-flag-model.ts',
    'emulator/resources/deploy-token.ts',
    'provider/resources/deploy-token.ts',
    'tools/api-coverage/nouns/deploy-token.ts',
    'tools/api-coverage/reasons.ts',
    'emulator/test/deploy-token.test.ts',
    'test/resources/deploy-token.test.ts',
    'test/properties/arbitraries/deploy-token.ts',
    'test/samples/deploy-token.ts',
  ])
    expect(stderr).toContain(`adapt ${file}:`)
})

it('rejects a secret of objects that their name identifies, and one that is not a field of its own', () => {
  expect(() => generate('deploy-key', '--key', 'name', '--secret', 'token')).toThrow(
    /--secret requires objects with ids/,
  )
  expect(() => generate('deploy-key', '--secret', 'description')).toThrow(/must be a field of its own in snake case/)
})

it('overwrites no file', () => {
  expect(() => generate('label')).toThrow(/sdk\/resources\/label\.ts.* already exists/)
})

it('rejects a noun that is not in kebab case', () => {
  expect(() => generate('DeployKey')).toThrow(/must be in kebab case/)
})
