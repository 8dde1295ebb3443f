import { allPassed, laterReleases, onLinux, useNodeRelease } from '../support/node-releases'

jest.setTimeout(1_800_000)

/** The tests of `npm test`. */
const quickTests = ['--selectProjects', 'test']

/** Tests under the real engine, for programs of both fronts. */
const endToEnd = ['label', 'sets', 'provider', 'plugin', 'core-kinds', 'yaml'].map((name) => `test/e2e/${name}.test.ts`)

onLinux.each(laterReleases)('with Node.js %s', (major) => {
  const node = useNodeRelease(major)

  it('passes the tests of npm test', async () => {
    expect(await node.jest(...quickTests)).toMatch(allPassed)
  })

  it('passes tests with the real engine, for programs of both fronts', async () => {
    expect(await node.jest(...endToEnd)).toMatch(allPassed)
  })
})
