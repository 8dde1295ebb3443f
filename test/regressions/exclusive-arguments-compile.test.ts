import type { Output } from '@pulumi/pulumi'
import type { DeployAccessLevel, GroupAccessTokenArgs, ProtectedEnvironmentArgs } from '../../provider'

/** Whether a program with these arguments compiles. */
type Takes<Args, Given> = Given extends Args ? true : false

/** The compiler checks these tests: `npm run typecheck` is part of `npm test`. */
const compiles = <T extends boolean>(answer: T): T => answer

interface Named {
  group: string
  name: string
  scopes: string[]
}
interface Rotation {
  lifetimeDays: number
  rotateDaysBefore: number
}

it('types a group access token with either expiresAt or rotation', () => {
  type Given<T> = Takes<GroupAccessTokenArgs, Named & T>
  expect(compiles<Given<{ expiresAt: string }>>(true)).toBe(true)
  expect(compiles<Given<{ expiresAt: Output<string>; rotation: null }>>(true)).toBe(true)
  expect(compiles<Given<{ rotation: Rotation; expiresAt?: undefined }>>(true)).toBe(true)
  expect(
    compiles<Given<{ rotation: { lifetimeDays: Output<number>; rotateDaysBefore: 3 }; accessLevel: 30 }>>(true),
  ).toBe(true)
  expect(compiles<Given<{ rotation: Rotation; expiresAt: string }>>(false)).toBe(false)
  expect(compiles<Given<object>>(false)).toBe(false)
})

it('types an access entry with exactly one subject', () => {
  type Given<T> = Takes<ProtectedEnvironmentArgs, { project: string; name: string; deployAccessLevels: T[] }>
  expect(compiles<Given<{ accessLevel: 'maintainer' }>>(true)).toBe(true)
  expect(compiles<Given<{ userId: Output<number> }>>(true)).toBe(true)
  expect(compiles<Given<{ groupId: 3; groupInheritanceType: 1 } | { accessLevel: 40 }>>(true)).toBe(true)
  expect(compiles<Given<Output<DeployAccessLevel>>>(true)).toBe(true)
  expect(compiles<Given<{ accessLevel: 40; userId: number }>>(false)).toBe(false)
  expect(compiles<Given<{ groupInheritanceType: 1 }>>(false)).toBe(false)
  expect(compiles<Given<{ accessLevel: 'maintainr' }>>(false)).toBe(false)
})
