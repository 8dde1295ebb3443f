'use strict'
const { dirname, join } = require('node:path')
const { globSync } = require('tinyglobby')

/*
 * Which tests run when. Each file, with each front and flavor, is in exactly one tier: `npm test`, `npm run test:full` or
 * `npm run test:nightly`. `test/repo/tiers.test.ts` checks this.
 */

const root = join(__dirname, '..')
const filesOf = (...patterns) =>
  globSync([...patterns, '!**/suite.test.ts'], { cwd: root, expandDirectories: false }).sort()
const without = (files, ...others) => files.filter((file) => !others.flat().includes(file))

const files = filesOf('test/**/*.test.ts', 'emulator/test/**/*.test.ts')

/** Lost and garbled responses, and killed processes. */
const lostResponses =
  'test/regressions/{duplicates-after-killed,garbled-response-accepted,pipeline-started,rotated-token}*.test.ts'

/** `npm test`, with dynamic resources and on flavor `gitlab`: what most changes can break. */
const test = filesOf(
  'test/{cli,components,core,cron,functions,native,resources,sdk}/**/*.test.ts',
  '!test/cli/{doctor,doctor-obstacles,export}*.test.ts',
  '!test/components/schema.test.ts',
  '!test/core/{calls,upgrade}.test.ts',
  'test/e2e/{label,plugin,sets}.test.ts',
  'test/faults/killed.test.ts',
  lostResponses,
)

/** `npm run test:nightly`: what depends on nothing that changes often, or takes minutes. */
const nightly = filesOf('test/nightly/*.test.ts')

/** Files whose tests follow the front of the run. `npm run test:full` repeats them through the protocol of the plugin. */
const native = filesOf(
  'test/{faults,regressions,resources}/*.test.ts',
  '!test/faults/{gitlab,time-outs}.test.ts',
  '!test/regressions/{endless,escaped,secret,secrets,swapped-label}-*.test.ts',
  'test/chaos/chaos.test.ts',
  'test/cli/{drift,drift-*,plugin}.test.ts',
  '!test/cli/drift-{formats,links}.test.ts',
  'test/core/service/scheduled-deletion.test.ts',
  'test/fuzz/{declarations,unknown-arguments}.test.ts',
  'test/properties/{drift,settings,zero-diffs}.test.ts',
)

/** Those that only `npm run test:nightly` repeats: the protocol hardly matters to them, or they take long. */
const nativeNightly = filesOf(
  'test/core/{known-outputs,upgrade,service/snapshot}.test.ts',
  'test/faults/{gitlab,time-outs}.test.ts',
  'test/fuzz/{client-certificate,names,responses-provider}.test.ts',
  'test/long/secrets.test.ts',
  'test/nightly/soak.test.ts',
)

/** Files of `npm test` with tests for each flavor, whose titles contain it. `npm run test:full` runs flavor `spec`. */
const withFlavors = filesOf(
  'test/functions/*.test.ts',
  '!test/functions/freeze-windows.test.ts',
  'test/sdk/{alert,conventions}.test.ts',
  'test/core/{known-outputs,service/snapshot}.test.ts',
  'test/resources/*.test.ts',
  '!test/resources/{approval-settings,group,group-later,label-archived,member-rules,project,project-archived,project-hook-secrets,project-later}.test.ts',
  '!test/resources/{remote-mirror-host-keys,remote-mirror-replacement,security-manager}.test.ts',
  '!test/resources/protected-tag-{names,update}.test.ts',
  lostResponses,
)

/** The files that may start processes in `npm test`, which takes time, and how many these may be in all. */
const processes = {
  files: filesOf(
    'test/{cli,e2e}/*.test.ts',
    'test/core/service/ledger.test.ts',
    'test/native/compiled-code.test.ts',
  ).filter((file) => test.includes(file)),
  most: 130,
}

/** The milliseconds that a test may take in `npm test`, for tests that start many processes or try many cases, and on a real service. */
const [short, long, veryLong] = [20_000, 600_000, 900_000]

/** What a run with dynamic resources leaves to the one with the plugin, and the reverse. Titles name the front. */
const [dynamic, plugin] = [
  { front: 'dynamic', except: 'native front' },
  { front: 'native', except: 'dynamic front' },
]

const gitlabOnly = `${dynamic.except}|flavor spec`

/**
 * The projects of Jest: their files, the front that tests use unless they choose one, and `only` and `except`, which
 * select tests by a part of their titles. With `suites`, files in the same folder are loaded together.
 */
const projects = {
  // npm test
  test: {
    files: test,
    suites: true,
    ...dynamic,
    except: gitlabOnly,
    processes: processes.files,
    timeout: short,
  },
  // npm run test:full
  full: { files: without(files, test, nightly), suites: true, ...dynamic, timeout: long },
  spec: { files: withFlavors, suites: true, ...dynamic, only: 'flavor spec', timeout: long },
  native: {
    files: native,
    suites: true,
    ...plugin,
    except: `${plugin.except}|flavor spec, of the native front`,
    timeout: long,
  },
  // npm run test:nightly, without suites: no file may depend on another one.
  nightly: { files, ...dynamic, allCases: true, timeout: long },
  'nightly-native': { files: [...native, ...nativeNightly], ...plugin, allCases: true, timeout: long },
  // npm run test:service: a service has one flavor, and both fronts send the same requests.
  service: {
    files: filesOf('test/resources/*.test.ts'),
    suites: true,
    ...dynamic,
    except: gitlabOnly,
    timeout: veryLong,
  },
  // npx jest FILE
  any: { files, ...dynamic, timeout: long },
}

module.exports = { files, processes, projects }
