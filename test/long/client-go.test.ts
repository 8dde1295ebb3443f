import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { useEmulator } from '../support/emulator'

jest.setTimeout(300_000)

const program = join(__dirname, '..', '..', 'emulator', 'test', 'compat', 'client-go')
const emulator = useEmulator({ flavor: 'gitlab' })

/** An event of `go test -json`. */
interface Event {
  Action: string
  Test?: string
  Output?: string
}

it("accepts the calls of GitLab's own client for Go", async () => {
  const env = { ...process.env, EMULATOR_URL: emulator.url }
  const run = promisify(execFile)('go', ['test', '-count=1', '-json', './...'], { cwd: program, env })
  // A failed test has exit code 1. The reason is in stdout, or in stderr if the program does not compile.
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  const events = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Event] : []))
  const failures = events.filter(({ Action }) => Action === 'output').map(({ Output }) => Output)
  const passed = events.flatMap(({ Action, Test }) => (Action === 'pass' && Test !== undefined ? [Test] : []))
  if (events.some(({ Action }) => Action === 'fail') || passed.length === 0) throw new Error(failures.join('') + stderr)
  expect(passed.sort()).toEqual([
    'TestApprovalConfiguration',
    'TestApprovalRule',
    'TestContentsOfGroup',
    'TestGroup',
    'TestGroupLabel',
    'TestGroupMember',
    'TestGroupVariable',
    'TestHeadersAndVariablesOfHook',
    'TestHiddenVariable',
    'TestLifeOfGroup',
    'TestLifeOfProject',
    'TestMemberWithCustomRole',
    'TestNamespace',
    'TestProject',
    'TestProjectHook',
    'TestProjectMember',
    'TestProjectOfUser',
    'TestProjectVariable',
    'TestProtectedBranch',
    'TestProtectedTag',
    'TestShareOfGroup',
    'TestShareOfProject',
    'TestTopLevelGroup',
  ])
})
