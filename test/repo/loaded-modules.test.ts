import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../tools/pulumi/paths'

/** What a process has loaded: the names of packages, and files from `node_modules/` or `dist/`, without `.js`. */
interface Loaded {
  packages: string[]
  files: string[]
}

const dist = join(repositoryRoot, 'dist')

/** Runs a script in a process of its own. Only counts what it loads after it calls `mark`. */
async function loadedBy(script: string): Promise<Loaded> {
  const whole = `let earlier = new Set()
    const mark = () => { earlier = new Set(Object.keys(require.cache)) }
    process.on('exit', () => {
      const loaded = Object.keys(require.cache).filter((file) => !earlier.has(file))
      process.stderr.write(JSON.stringify(loaded))
    })
    ${script}`
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', whole], { cwd: repositoryRoot })
  const all = (JSON.parse(stderr) as string[]).map((file) => file.replaceAll('\\', '/'))
  const packages = all.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  const files = all.map((file) =>
    file.replace(/^.*\/(?:node_modules|dist(?=\/(?:cli|cron|provider|sdk)\/))\/|\.js$/g, ''),
  )
  return { packages: [...new Set(packages)].sort(), files: files.sort() }
}

const ofPulumi = ({ packages }: Loaded) => packages.filter((name) => /^(?:@pulumi|@grpc|@opentelemetry)\//.test(name))

const load = (...path: string[]) => `require(${JSON.stringify(join(dist, ...path))})`

it('loads no parser of YAML, no client of HTTP and no validator in a program of dynamic resources', async () => {
  const loaded = await loadedBy(`require('@pulumi/pulumi'); mark(); ${load('provider')}`)
  expect(loaded.packages).toEqual(['color-name', 'deep-diff', 'fastest-levenshtein'])
  expect(loaded.files).toContain('provider/resources/label')
  expect(loaded.files).not.toContain('provider/core/engine/reconciler')
  expect(loaded.files).not.toContain('provider/components/make-projects')
})

it('loads one kind, and no class of Pulumi for it, in a provider process', async () => {
  const loaded = await loadedBy(`${load('provider', 'runtime')}.provider('label')`)
  expect(loaded.packages).toEqual(['color-name', 'deep-diff', 'fastest-levenshtein'])
  expect(loaded.files.filter((file) => file.startsWith('provider/resources/'))).toEqual([
    'provider/resources/label',
    'provider/resources/label-fields',
  ])
  expect(loaded.files.filter((file) => file.startsWith('cron/'))).toEqual(['cron/strip'])
})

it('lets resource classes extend those of Pulumi that load later', async () => {
  const script = `const { Label } = ${load('provider', 'resources', 'label')}
    mark()
    const { CustomResource } = require('@pulumi/pulumi/resource')
    if (Label.prototype instanceof CustomResource) throw new Error('extends it before it is used')
    ${load('provider')}
    if (!(Label.prototype instanceof CustomResource)) throw new Error('does not extend it')
    if (Label.isInstance !== CustomResource.isInstance) throw new Error('does not inherit its functions')`
  expect(ofPulumi(await loadedBy(script))).toContain('@pulumi/pulumi')
})

it('loads no runtime of Pulumi in the command line', async () => {
  const loaded = await loadedBy(`${load('provider', 'command-line', 'objects')}.exportedDefinitions()
    ${load('provider', 'command-line', 'service')}`)
  expect(loaded.files).toContain('provider/resources/label')
  expect(ofPulumi(loaded)).toEqual([])
})

it('creates no provider in a plugin that only returns the schema', async () => {
  const loaded = await loadedBy(`${load('provider', 'native', 'serve')}.serve({ schema: () => '{}', version: '0.0.0' })
    .then((server) => server.forceShutdown()).then(() => process.exit())`)
  expect(loaded.files).toContain('provider/native/service')
  expect(loaded.files).not.toContain('provider/native/resource-provider')
  expect(loaded.files).not.toContain('sdk/index')
})

describe('a request', () => {
  const send = `const { createServer } = require('node:http')
    const server = createServer((_, response) => response.end('{"version":"19.3.0","revision":"a"}'))
    server.listen(0, '127.0.0.1', async () => {
      const { Client } = ${load('sdk')}
      const client = new Client({ baseUrl: 'http://127.0.0.1:' + server.address().port, token: 'token-of-the-test' })
      const { version } = await client.versions.current()
      if (version !== '19.3.0') throw new Error(version)
      await client.close()
      server.close()
    })`

  it('loads only the part of undici for direct connections', async () => {
    const { files, packages } = await loadedBy(send)
    expect(packages).toEqual(['undici'])
    expect(files).not.toContain('undici/index')
  })

  it('loads all of undici if a later release of it has other files', async () => {
    const withOtherFiles = `const Module = require('node:module')
      const resolve = Module._resolveFilename
      Module._resolveFilename = function (name, ...rest) {
        if (name === 'undici/lib/dispatcher/pool.js') throw new Error('Cannot find module')
        return resolve.call(this, name, ...rest)
      }`
    expect((await loadedBy(`${withOtherFiles}\n${send}`)).files).toContain('undici/index')
  })
})
