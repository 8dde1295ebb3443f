import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findPulumi } from '../../tools/pulumi'
import { page } from '../shared/markdown'
import { lazyModules } from '../support/pulumi'

jest.setTimeout(240_000)

const repository = resolve(__dirname, '..', '..')
const { blocks } = page('docs/testing-with-the-emulator.md')

describe('the tests in docs/testing-with-the-emulator.md', () => {
  let folder: string

  beforeAll(async () => {
    // Jest takes no test in a folder that is reached by a link.
    folder = await mkdtemp(join(tmpdir(), 'trueup-docs-'))
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
    const compilerOptions = {
      target: 'es2022',
      module: 'node16',
      moduleResolution: 'node16',
      strict: true,
      skipLibCheck: true,
      types: ['node', 'jest'],
      esModuleInterop: true,
      isolatedModules: true,
    }
    await write('package.json', JSON.stringify({ name: 'labels', private: true }))
    await write('tsconfig.json', JSON.stringify({ compilerOptions }))
    await write('jest.config.js', blocks.find(({ language }) => language === 'js')!.text)
    const [program, test, mocks, script, world] = blocks
      .filter(({ language }) => language === 'ts')
      .map(({ text }) => text)
    await write('labels.ts', program!)
    await write('labels.test.ts', test!)
    await write('mocks.test.ts', mocks!)
    await write('script.test.ts', script!)
    await write('world.test.ts', world!)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const write = (file: string, text: string) => writeFile(join(folder, file), text)

  it('passes the tests of the page as shown', async () => {
    const { env } = await findPulumi()
    const own = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(TRUEUP|PULUMI|GITLAB|CI)_|^JEST_/.test(name)),
    )
    const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
    const { stderr } = await promisify(execFile)(process.execPath, [jest, '--no-cache', '--runInBand'], {
      cwd: folder,
      env: {
        ...own,
        ...env,
        PULUMI_HOME: join(folder, 'home'),
        PULUMI_SKIP_UPDATE_CHECK: 'true',
        NODE_OPTIONS: `--require ${lazyModules}`,
      },
    })
    expect(stderr).toMatch(/Tests: +7 passed, 7 total/)
  })
})
