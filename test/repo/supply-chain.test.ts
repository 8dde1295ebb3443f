import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { licenses, lock, pageFile } from '../../tools/licenses/licenses'
import { installedWith } from '../../tools/licenses/lock'
import { page } from '../shared/markdown'
import { expectUpToDate } from '../support/generated-file'

/*
 * Checks that need no network. `npm audit` for advisories asks the registry.
 */

jest.setTimeout(60_000)

const root = resolve(__dirname, '..', '..')
const run = promisify(execFile)
const locked = lock()
const { packages } = licenses()

/** The packages of the lock file that come from elsewhere, by folder. */
const foreign = Object.entries(locked.packages).filter(
  ([folder, { link }]) => folder.includes('node_modules/') && !link,
)

describe('the lock file', () => {
  it('has the lock file version with checksums', () => {
    expect(locked.lockfileVersion).toBe(3)
    expect(foreign.length).toBeGreaterThan(100)
  })

  it('locks every package of the registry with a checksum', () => {
    // npm leaves the address out of packages from the registry that it is set up with, and only of those.
    const elsewhere = foreign.filter(([, { resolved }]) => resolved !== undefined)
    const unchecked = foreign.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    expect({ elsewhere, unchecked }).toEqual({ elsewhere: [], unchecked: [] })
  })

  it.each([
    ['the oldest tested Pulumi', 'pulumi-3.216', 100],
    ['an earlier tested Pulumi', 'pulumi-3.259', 100],
    ['the CLI from npm', 'pulumi-npm', 1],
    ['the later releases of Node.js', 'node-releases', 4],
    ['the package managers', 'package-managers', 6],
  ])('locks %s in the same way', (_, folder, count) => {
    const file = join(root, 'test', 'fixtures', folder, 'package-lock.json')
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as typeof locked
    const others = Object.entries(packages).filter(([folder]) => folder !== '')
    expect(others.length).toBeGreaterThanOrEqual(count)
    expect(others.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity)).toEqual([])
  })

  it('links only folders of this repository', () => {
    const links = Object.entries(locked.packages).flatMap(([folder, { link, resolved }]) =>
      link ? [[folder, resolved]] : [],
    )
    expect(links).toContainEqual(['node_modules/trueup', ''])
    for (const [, folder = '?'] of links) expect(folder).toMatch(/^(examples\/[a-z-]+|plugin)?$/)
  })

  it('requires versions, never a URL, a branch or a dist-tag', () => {
    const asked = Object.entries(locked.packages).flatMap(([folder, one]) =>
      Object.entries({ ...one.dependencies, ...one.optionalDependencies, ...one.devDependencies }).map(
        ([name, range]) => ({ folder, name, range }),
      ),
    )
    // An alias of a package of the registry must start with npm:.
    const addresses = asked.filter(({ range }) => /[:/]/.test(range) && !/^npm:@?[\w./-]+@[^:/]+$/.test(range))
    expect(addresses.filter(({ name, range }) => !(name === 'trueup' && range === 'file:../..'))).toEqual([])
    const own = asked.filter(({ folder }) => folder === '')
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter(({ range }) => !/^[\^~]?\d+\.\d+\.\d+$/.test(range))).toEqual([])
  })

  it('has a lock file that matches package.json', async () => {
    const { stdout } = await run('npm', ['ls', '--package-lock-only', '--all', '--json'], { cwd: root, maxBuffer: 1e8 })
    const { problems = [] } = JSON.parse(stdout) as { problems?: string[] }
    expect(problems).toEqual([])
  })
})

describe('the files of the repository', () => {
  it('names no host of a package registry, which npm and Go configure', async () => {
    const host =
      /\b(?:registry|npm|yarn|pypi|pythonhosted|rubygems|crates|packagist|nuget|goproxy|(?:proxy|sum)\.golang)[\w-]*\.(?:[a-z-]+\.)?(?:org|com|io|net)\b/i
    expect(host.test(`https://${['registry', 'npmjs', 'org'].join('.')}/semver`)).toBe(true)
    const files = await filesBelow('.')
    expect(files).toContain('package-lock.json')
    const naming = await Promise.all(
      files.map(async (file) => ((await readFile(join(root, file), 'utf8')).match(host) ? [file] : [])),
    )
    expect(naming.flat()).toEqual([])
  })
})

/** The files below a folder that are neither installed nor built, by their paths from the root. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const left = /^(node_modules|dist|coverage|\.git|\.pulumi)$/
  const found = entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return left.test(entry.name) ? [] : [filesBelow(path)]
    return entry.isFile() ? [Promise.resolve([path])] : []
  })
  return (await Promise.all(found)).flat()
}

describe('what comes with the package', () => {
  it('has no dependency with an install script', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
    // It would be seen: the peer brings one that runs something.
    expect(installedWith(locked, ['@pulumi/pulumi']).some(({ hasInstallScript }) => hasInstallScript)).toBe(true)
  })

  it('has only dependencies with permissive licenses', () => {
    const permissive = [
      '0BSD',
      'Apache-2.0',
      'BlueOak-1.0.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'ISC',
      'MIT',
      'Unlicense',
    ]
    expect(packages.length).toBeGreaterThan(10)
    expect(packages.filter(({ license = '' }) => !permissive.includes(license))).toEqual([])
  })

  it('lists the licenses of all dependencies on the page that npm run docs writes', () => {
    expectUpToDate(pageFile, licenses().page)
  })
})

describe('the packed files', () => {
  let files: string[]

  beforeAll(async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      maxBuffer: 1e8,
    })
    const [{ files: packed }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    files = packed.map(({ path }) => path)
  })

  it('packs no tests, tools, source maps, stacks or hidden files except templates', () => {
    expect(files).toContain('dist/provider/runtime.js')
    const known = [
      /^(README|CHANGELOG|CONTRIBUTING|SECURITY|bench\/README)\.md$|^LICENSE$|^package\.json$/,
      /^schema\/[a-z.]+\.json$/,
      /^dist\/(cli|cron|emulator|provider|sdk)\/[\w/-]+(\.d\.ts|\.js)$/,
      /^docs\/[\w-]+\.md$/,
      /^docs\/examples\/[a-z-]+\.yaml$/,
      /^docs\/images\/[\w-]+\.png$/,
      /^examples\/[a-z-]+\/(index\.ts|package\.json|tsconfig\.json|Pulumi\.yaml|projects\/[a-z]+\.yaml)$/,
      /^examples\/gitops\/(Pulumi\.(acme|platform)\.yaml|drift-ignore\.yaml|operator\/stack\.yaml|ci\/[a-z-]+\.js)$/,
      /^examples\/gitops\/(\.gitlab-ci\.yml|ci\/stacks\.yml|\.github\/workflows\/trueup\.yml)$/,
    ]
    expect(files.filter((file) => !known.some((one) => one.test(file)))).toEqual([])
    expect(files.filter((file) => /(^|\/)(test|tests|fixtures|node_modules)(\/|$)|\.test\.|\.env/.test(file))).toEqual(
      [],
    )
  })

  it('packs every example completely', async () => {
    // npm leaves .gitignore out of every package. Only the stacks of the template are packed.
    const isOwn = (file: string) => /\/(\.gitignore|Pulumi\.(?!acme\.|platform\.)[^.]+\.yaml)$/.test(file)
    const expected = (await filesBelow('examples')).filter((file) => !isOwn(file))
    expect(expected.length).toBeGreaterThan(20)
    expect(files.filter((file) => file.startsWith('examples/')).sort()).toEqual(expected.sort())
  })

  it('packs the targets of links in the README and the docs', () => {
    const packed = new Set(files)
    const folders = new Set(files.flatMap((file) => [dirname(file), dirname(dirname(file))]))
    const pages = files.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file))
    expect(pages.length).toBeGreaterThan(10)
    const links = pages.flatMap((from) =>
      page(from)
        .links.filter((link) => !/^(https?:|mailto:|#)/.test(link))
        .map((link) => ({ from, link, to: join(dirname(from), decodeURIComponent(link.replace(/#.*/, ''))) })),
    )
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(({ to }) => !packed.has(to) && !folders.has(to.replace(/\/$/, '')))).toEqual([])
  })

  it('names no repository URL', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
    expect(Object.keys(manifest).filter((name) => ['repository', 'homepage', 'bugs'].includes(name))).toEqual([])
  })

  it('contains no path of the machine that built the package', async () => {
    const places = [root, homedir()].filter((place) => place !== '/').map((place) => `${place}/`)
    const telling = async (file: string) => {
      const text = await readFile(join(root, file), 'utf8')
      return places.some((place) => text.includes(place)) || /\/(home|Users)\/\w+\/|sourceMappingURL/.test(text)
    }
    const told = await Promise.all(files.map(telling))
    expect(files.filter((_, at) => told[at])).toEqual([])
  })
})

describe('the templates for GitOps', () => {
  const folder = join(root, 'examples', 'gitops')

  it('pins each action to a commit and each image to a version', async () => {
    const all = await readdir(folder, { recursive: true })
    const files = all.filter((file) => /\.ya?ml$/.test(file) && !file.includes('node_modules'))
    const named = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).flatMap((text) =>
      [...text.matchAll(/^[\s-]*(?:uses|image): *(\S+)/gm)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !/@[0-9a-f]{40}$|:\d+\.\d+\.\d+[\w-]*$/.test(name))).toEqual([])
  })
})

describe('SECURITY.md', () => {
  const { text, links } = page('SECURITY.md')

  it('names only existing files in SECURITY.md', () => {
    const named = [...text.matchAll(/`((?:test|docs|tools|examples)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const linked = links.filter((link) => !/^https?:/.test(link)).map((link) => link.replace(/#.*/, ''))
    expect(named).toContain('test/repo/supply-chain.test.ts')
    expect(linked).toContain('docs/licenses.md')
    expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
