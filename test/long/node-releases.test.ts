import { join } from 'node:path'
import { exports as entries } from '../../package.json'
import { testRun } from '../shared/test-run'
import { allPassed, laterReleases, onLinux, useNodeRelease } from '../support/node-releases'

/** What depends on the release of Node.js. `test/nightly/node-releases.test.ts` runs more. */
const dependent = {
  'HTTP, TLS, proxies, streams, timers and signals that abort': [
    'sdk/http',
    'sdk/errors',
    'sdk/retry',
    'sdk/list',
    'sdk/rate-limiter',
  ],
  'time zones, dates and Intl': ['cron/time-zone', 'cron/occurrences', 'cron/corpus'],
  'the code in states, which a provider loads with require': ['core/runtime', 'core/pulumi'],
  'processes, and files that several processes write': [
    'core/service/machine',
    'core/service/engine-operation',
    'core/service/ledger',
    'core/service/shared-lines',
  ],
  'the compiled code that the plugin keeps': ['native/compiled-code'],
  'both fronts under the real engine': ['long/two-fronts'],
}

/** The newest release; all of them in `npm run test:nightly`. */
const tested = testRun.allCases ? laterReleases : laterReleases.slice(-1)

onLinux.each(tested)('with Node.js %s', (major) => {
  const node = useNodeRelease(major)

  it('runs that release, also in processes that look for Node.js', async () => {
    expect(await node.run(['--version'])).toMatch(new RegExp(`^v${major}\\.`))
    const child = `console.log(require('node:child_process').execSync('node --version').toString())`
    expect(await node.run(['-e', child])).toMatch(new RegExp(`^v${major}\\.`))
  })

  it('loads the package with require and with import', async () => {
    const modules = Object.keys(entries)
      .filter((path) => !path.endsWith('.json'))
      .map((path) => join('trueup', path))
    const required = await node.run(['-p', modules.map((name) => `typeof require('${name}')`).join(' + ')])
    expect(required.trim()).toBe('object'.repeat(modules.length))
    const names = `import { Label } from 'trueup'; import { Client } from 'trueup/sdk'; import { LabelSet } from 'trueup/native'`
    const all = modules.map((name) => `await import('${name}')`).join('; ')
    const script = `${names}; ${all}; console.log(typeof Label, typeof Client, typeof LabelSet)`
    expect(await node.run(['--input-type=module', '-e', script])).toBe('function function function\n')
  })

  it('passes the tests of what depends on the release, also under the real engine', async () => {
    const files = Object.values(dependent).flatMap((names) => names.map((name) => `test/${name}.test.ts`))
    const output = await node.jest(...files)
    expect(output).toMatch(allPassed)
    expect(output).toContain(`Test Suites: ${files.length} passed, ${files.length} total`)
  })

  // The tests above run the same code, also under the real engine.
  if (testRun.allCases) {
    it('runs the demo', async () => {
      // The types of its program do not depend on the release.
      const env = { PULUMI_NODEJS_TRANSPILE_ONLY: 'true' }
      expect(await node.run([join('dist', 'tools', 'demo.js')], env)).toMatch(/The demo took \d+ s/)
    })
  }
})
