import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typeErrors } from '../support/type-errors'
import { root } from './support/public-surface'

/** Statements with one mistake each. */
const wrong: Record<string, string> = {
  roleOfDeployer:
    'new trueup.ProtectedEnvironment("x", { project, name, deployAccessLevels: [{ accessLevel: "maintaner" }] })',
  secondDeployer:
    'new trueup.ProtectedEnvironment("x", { project, name, deployAccessLevels: [{ accessLevel: "maintainer", userId: 3 }] })',
  roleOfApprover:
    'new native.ProtectedEnvironment("x", { project, name, deployAccessLevels, approvalRules: [{ accessLevel: "maintaner" }] })',
  secondApprover:
    'new native.ProtectedEnvironment("x", { project, name, deployAccessLevels, approvalRules: [{ accessLevel: 40, groupId: 3 }] })',
  roleOfTag: 'new native.ProtectedTag("x", { project, name, allowedToCreate: [{ accessLevel: "maintaner" }] })',
  secondOfTag:
    'new trueup.ProtectedTag("x", { project, name, allowedToCreate: [{ accessLevel: 40, deployKeyId: 3 }] })',
  roleOfBranch: 'new native.ProtectedBranch("x", { project, name, allowedToUnprotect: [{ accessLevel: "noOne" }] })',
  keyOfBranch: 'new trueup.ProtectedBranch("x", { project, name, allowedToMerge: [{ deployKeyId: 3 }] })',
  roleInSet:
    'new trueup.ProtectedTagSet("x", { project, items: { v: { allowedToCreate: [{ accessLevel: "maintaner" }] } } })',
  secondInSet:
    'new native.ProtectedEnvironmentSet("x", { project, items: { v: { deployAccessLevels: [{ accessLevel: 40, userId: 3 }] } } })',
  roleInSettings:
    'new trueup.ProjectSettings("x", { project, protectedTags: { v: { allowedToCreate: [{ accessLevel: "maintaner" }] } } })',
  variable: 'export const entry: trueup.DeployAccessLevel = { accessLevel: "maintainer", userId: 3 }',
  scope: 'new trueup.GroupAccessToken("x", { group, name, expiresAt, scopes: ["nope"] })',
  misspelledScope: 'new native.GroupAccessToken("x", { group, name, expiresAt, scopes: ["read_apis"] })',
  anyScope:
    'new trueup.GroupAccessToken("x", { group, name, expiresAt, scopes: config.requireObject<string[]>("scopes") })',
}

const right = [
  'const constant = ["api", "read_api"] as const',
  'new trueup.GroupAccessToken("x", { group, name, expiresAt, scopes: constant })',
  'const token = new native.GroupAccessToken("x", { group, name, expiresAt, scopes: ["api", output("read_api" as const)] })',
  'new native.GroupAccessToken("x", { group, name, expiresAt, scopes: token.scopes })',
  'const configured = config.requireSecretObject<trueup.GroupAccessTokenScope[]>("scopes")',
  'new trueup.GroupAccessToken("x", { group, name, expiresAt, scopes: configured })',
  'new trueup.GroupAccessToken("x", { group, name, expiresAt, scopes: ["new_scope" as trueup.GroupAccessTokenScope] })',
  'const one = new trueup.ProtectedEnvironment("x", { project, name, deployAccessLevels: [{ userId: 3 }, { groupId: output(4) }] })',
  'new native.ProtectedEnvironment("x", { project, name, deployAccessLevels: one.deployAccessLevels })',
  'export const userId: Output<number | undefined> = one.deployAccessLevels.apply((entries) => entries[0]?.userId)',
]

const prelude = [
  'import { Config, type Output, output } from "@pulumi/pulumi"',
  'import * as trueup from "trueup"',
  'import * as native from "trueup/native"',
  'const config = new Config()',
  'const [project, group, name, expiresAt] = ["acme/web", "acme", "x", "2027-01-31"]',
  'const deployAccessLevels: trueup.DeployAccessLevel[] = [{ accessLevel: 40 }]',
]

let folder: string
/** The errors by name of the statement. */
const errors: Record<string, string> = {}
let others = ''

// One program for all statements, which is compiled like the programs of users, against the compiled package.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-types-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'trueup'))
  symlinkSync(join(root, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'))
  const program = join(folder, 'index.ts')
  writeFileSync(program, [...prelude, ...Object.values(wrong), ...right].join('\n'))
  const names = Object.keys(wrong)
  let name: string | undefined
  for (const line of (await typeErrors(program)).split('\n')) {
    const [, at] = /index\.ts\((\d+),/.exec(line) ?? []
    if (at !== undefined) name = names[Number(at) - 1 - prelude.length]
    if (name === undefined) others += line
    else errors[name] = `${errors[name] ?? ''}${line}\n`
  }
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

it('compiles correct programs', () => {
  expect(others).toBe('')
})

it.each(['roleOfDeployer', 'roleOfApprover', 'roleOfTag', 'roleInSet', 'roleInSettings'])(
  'lists the roles for a misspelled one: %s',
  (name) => {
    const [, roles] = /is not assignable to type 'Args<(.*)>'/.exec(errors[name] ?? '') ?? []
    expect(roles?.split(' | ')).toEqual(
      expect.arrayContaining(['"developer"', '"maintainer"', '"admin"', '30', '40', '60']),
    )
    expect(errors[name]).toContain(`Type '"maintaner"' is not assignable`)
    expect(errors[name]).toContain(`Did you mean '"maintainer"'?`)
  },
)

it.each([
  ['secondDeployer', ['accessLevel', 'userId', 'user', 'groupId', 'group']],
  ['secondApprover', ['accessLevel', 'userId', 'user', 'groupId', 'group']],
  ['secondOfTag', ['accessLevel', 'userId', 'user', 'groupId', 'group', 'deployKeyId']],
  ['secondInSet', ['accessLevel', 'userId', 'user', 'groupId', 'group']],
  ['variable', ['accessLevel', 'userId', 'user', 'groupId', 'group']],
])('names the subjects of which an entry has only one: %s', (name, subjects) => {
  const [, listed] = /Type 'number' is not assignable to type 'OnlyOneOf<(.*)>'/.exec(errors[name] ?? '') ?? []
  expect(listed?.split(' | ').sort()).toEqual(subjects.map((subject) => `"${subject}"`).sort())
})

it('rejects scopes that the API does not have', () => {
  expect(errors.scope).toContain(`Type '"nope"' is not assignable to type 'Args<"api" | "read_api" | `)
  expect(errors.misspelledScope).toContain(`Did you mean '"read_api"'?`)
  expect(errors.anyScope).toContain(`Type 'string[]' is not assignable to type`)
})
