import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isIn } from '../../cli/doctor/versions'
import { nodePackage } from '../../cli/export/package'

const root = resolve(__dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Manifest {
  version: string
  engines: { node: string }
  peerDependencies: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const manifest = (file: string) => JSON.parse(read(file)) as Manifest
const own = manifest('package.json')

describe('the versions of Node.js and of @pulumi/pulumi', () => {
  it('names the versions in the README that npm and trueup doctor require', () => {
    const [, node20 = '', oldest = '', last = ''] =
      /^\| (20[\d.]+) or later \| (3\.\d+) to (3\.\d+), which/m.exec(read('README.md')) ?? []
    expect(own.engines.node).toBe(`>=${node20}`)
    expect(own.peerDependencies['@pulumi/pulumi']).toBe(`>=${oldest}.0 <4`)
    expect(read('cli/doctor/packages.ts')).toContain(`lastForNode20 = '${last}.0'`)
    expect(read('docs/getting-started.md').replace(/\s+/g, ' ')).toContain(
      `(or ${node20}, with \`@pulumi/pulumi\` up to ${last})`,
    )
  })

  it('pins TypeScript in examples, templates, exports and pages to a release that Pulumi can load', () => {
    const range = own.devDependencies['typescript']!
    expect(range).toMatch(/^~5\.\d+\.\d+$/)
    const exported = nodePackage({ name: 'mine', service: '', folder: '' })['package.json'] ?? ''
    const examples = readdirSync(join(root, 'examples')).map((name) => read(`examples/${name}/package.json`))
    expect(examples.length).toBeGreaterThan(3)
    for (const text of [exported, ...examples])
      expect((JSON.parse(text) as Manifest).devDependencies['typescript']).toBe(range)
    for (const page of ['README.md', 'docs/getting-started.md'])
      expect(read(page)).toContain(`npm install --save-dev typescript@${range.replace(/\.\d+$/, '')} `)
  })

  it('names compatible versions in the templates and in .nvmrc', () => {
    const { dependencies, engines } = manifest('examples/gitops/package.json')
    const [gitlab = '', ofStacks] = ['.gitlab-ci.yml', 'ci/stacks.yml'].map((file) => read(`examples/gitops/${file}`))
    const image = (text = '') => /^  image: .*$/m.exec(text)?.[0]
    expect(image(gitlab)).toBe(image(ofStacks))
    const github = read('examples/gitops/.github/workflows/trueup.yml')
    const nodes = [
      ...[...gitlab.matchAll(/pulumi-nodejs-(\d+):/g)].map(([, node = '']) => node),
      ...[...github.matchAll(/node-version: (\d+)/g)].map(([, node = '']) => node),
    ]
    expect(nodes.length).toBeGreaterThan(1)
    for (const node of nodes) expect(isIn(`${node}.0.0`, engines.node)).toBe(true)
    // The templates accept the SDK version of this repository.
    const sdk = manifest('node_modules/@pulumi/pulumi/package.json')
    expect(isIn(sdk.version, dependencies['@pulumi/pulumi']!)).toBe(true)
    for (const node of nodes) expect(isIn(`${node}.0.0`, sdk.engines.node)).toBe(true)
    expect(isIn(`${read('.nvmrc').trim()}.0.0`, sdk.engines.node)).toBe(true)
  })
})
