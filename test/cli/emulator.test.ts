import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useCli } from '../shared/cli'

const trueup = useCli()

const address = /^trueup emulator listening on (http:\/\/127\.0\.0\.1:\d+)\n/

it('serves the API, prints each request, and stops with exit code 0', async () => {
  const run = trueup('emulator', '--port', '0', '--flavor', 'gitlab', '--rate-limit', '2/min')
  const [, url] = await run.says(address)
  await run.says(/emulator-maintainer/)
  const response = await fetch(`${url}/api/v4/version?pretty=true`, {
    headers: { 'PRIVATE-TOKEN': 'emulator-maintainer' },
  })
  expect(await response.json()).toMatchObject({ version: '19.3.0-ee', revision: 'emulator' })
  expect(response.headers.get('ratelimit-limit')).toBe('2')
  await run.says(/\n200 GET \/api\/v4\/version\?pretty=true \(maintainer\), ignored: pretty\n/)
  run.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(run.output.stderr).toBe('')
})

it('behaves like another release of GitLab with --release', async () => {
  const run = trueup('emulator', '--port', '0', '--quiet', '--release', '19.3')
  const [, url] = await run.says(address)
  const response = await fetch(`${url}/api/v4/version`, { headers: { 'PRIVATE-TOKEN': 'emulator-maintainer' } })
  expect(await response.json()).toMatchObject({ version: '19.3.0-ee' })
  run.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

it('prints only its address with --quiet, and keeps its data with --data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-cli-'))
  const data = join(folder, 'world.json')
  for (const expected of [[], [{ name: 'bug' }]]) {
    const run = trueup('emulator', '--port', '0', '--quiet', '--data', data)
    const [, url] = await run.says(address)
    const labels = `${url}/api/v4/projects/1/labels`
    const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer' }
    expect(await (await fetch(labels, { headers })).json()).toMatchObject(expected)
    await fetch(labels, { method: 'POST', headers, body: new URLSearchParams({ name: 'bug', color: 'red' }) })
    run.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(run.output.stdout).toBe(`trueup emulator listening on ${url}\n`)
  }
  rmSync(folder, { recursive: true })
})

it('starts with a world file, and reports errors in a world file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-cli-'))
  const world = join(folder, 'world.yaml')
  writeFileSync(world, 'users: { anna: }\ngroups: { shop: { members: { anna: owner } } }\n')
  const run = trueup('emulator', '--port', '0', '--world', world)
  const [, url] = await run.says(address)
  await run.says(/Tokens +from your world file/)
  const response = await fetch(`${url}/api/v4/groups`, { headers: { 'PRIVATE-TOKEN': 'emulator-anna' } })
  expect(await response.json()).toMatchObject([{ full_path: 'shop' }])
  run.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  writeFileSync(world, 'groups: { shop: { members: { anna: owner, ben: boss } } }\n')
  const refused = trueup('emulator', '--port', '0', '--world', world)
  expect(await refused.ended).toBe(1)
  expect(refused.output.stdout).toBe('')
  expect(refused.output.stderr).toMatch(/^trueup: The world .*\n {2}1:48 groups\.shop\.members\.ben: must be one of/)
  rmSync(folder, { recursive: true })
})

it('warns if other machines can reach the emulator', async () => {
  const run = trueup('emulator', '--port', '0', '--host', '0.0.0.0', '--quiet')
  await run.says(/listening on http:\/\/0\.0\.0\.0:\d+\n/)
  run.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(run.output.stderr).toBe(
    'Warning: "0.0.0.0" is not a loopback address: everyone who can reach this machine can use and change the emulator, ' +
      'and its tokens are public knowledge.\n',
  )
})

describe('errors of trueup emulator', () => {
  it('reports a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const run = trueup('emulator', '--port', String(port))
    expect(await run.ended).toBe(1)
    expect(run.output).toEqual({
      stdout: '',
      stderr: `trueup: Port ${port} on 127.0.0.1 is taken: stop what listens there, or choose another port (0 finds a free one).\n`,
    })
    server.close()
  })

  it('reports a data file that is invalid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-cli-'))
    const data = join(folder, 'world.json')
    writeFileSync(data, 'broken')
    const run = trueup('emulator', '--port', '0', '--data', data)
    expect(await run.ended).toBe(1)
    expect(run.output.stderr).toMatch(/^trueup: The data file .* cannot be used: .*\n$/)
    expect(run.output.stdout).toBe('')
    rmSync(folder, { recursive: true })
  })

  it('reports a data file that another emulator uses, but not one that was killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-cli-'))
    const data = join(folder, 'world.json')
    const first = trueup('emulator', '--port', '0', '--quiet', '--data', data)
    await first.says(address)
    const second = trueup('emulator', '--port', '0', '--data', data)
    expect(await second.ended).toBe(1)
    expect(second.output).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^trueup: The data file .*world\.json is in use by process \d+: stop that emulator, .*\n$/,
      ),
    })
    first.kill('SIGKILL')
    await first.ended
    const third = trueup('emulator', '--port', '0', '--quiet', '--data', data)
    await third.says(address)
    third.kill('SIGTERM')
    expect(await third.ended).toBe(0)
    rmSync(folder, { recursive: true })
  })

  it.each([
    [['--port', '99999'], "option '--port <port>' argument '99999' is invalid"],
    [['--flavor', 'github'], 'Allowed choices are gitlab, spec.'],
    [['--rate-limit', '0'], 'It must be a number of requests per minute, such as 600/min.'],
    [['--colour'], "unknown option '--colour'"],
  ])('rejects invalid arguments of trueup emulator: %j', async (flags, message) => {
    const run = trueup('emulator', ...flags)
    expect(await run.ended).toBe(64)
    expect(run.output.stderr).toContain(message)
  })
})

it('prints help with an example for trueup emulator', async () => {
  const [help, version] = [trueup('emulator', '--help'), trueup('--version')]
  expect(await help.ended).toBe(0)
  expect(help.output.stdout).toContain('$ trueup emulator --port 8080')
  expect(await version.ended).toBe(0)
  expect(version.output.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
