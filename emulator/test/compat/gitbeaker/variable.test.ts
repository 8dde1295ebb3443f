import { GroupVariables, ProjectVariables } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const plain = {
  variable_type: 'env_var',
  hidden: false,
  protected: false,
  masked: false,
  raw: false,
  description: null,
}
const several = refused(
  409,
  "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
)

describe.each<Flavor>(['spec', 'gitlab'])('variables by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const ofProjects = () => new ProjectVariables(access(emulator))
  const ofGroups = () => new GroupVariables(access(emulator, 'owner'))

  it('creates, reads, lists, updates and deletes a variable of a project', async () => {
    const made = await ofProjects().create(1, 'DEPLOY_URL', 'https://a.example', { raw: true, description: 'x' })
    expect(made).toEqual({
      ...plain,
      key: 'DEPLOY_URL',
      value: 'https://a.example',
      environment_scope: '*',
      raw: true,
      description: 'x',
    })
    expect(await ofProjects().show(1, 'DEPLOY_URL')).toEqual(made)
    expect(await ofProjects().all(1)).toEqual([made])
    const filter = { environment_scope: '*' }
    const changed = await ofProjects().edit(1, 'DEPLOY_URL', 'b', { variableType: 'file', filter })
    expect(changed).toEqual({ ...made, variable_type: 'file', value: 'b' })
    expect(await ofProjects().remove(1, 'DEPLOY_URL')).toBeNull()
    await expect(ofProjects().show(1, 'DEPLOY_URL')).rejects.toMatchObject(refused(404, '404 Variable Not Found'))
  })

  it('selects one of several variables of a project by its environment scope', async () => {
    for (const environmentScope of ['production', 'review/*']) {
      await ofProjects().create(1, 'A', environmentScope, { environmentScope })
    }
    await expect(ofProjects().show(1, 'A')).rejects.toMatchObject(several)
    const filter = { environment_scope: 'review/*' }
    expect(await ofProjects().show(1, 'A', { filter })).toMatchObject({ value: 'review/*' })
    expect(await ofProjects().edit(1, 'A', 'x', { filter })).toMatchObject({ value: 'x' })
    await ofProjects().remove(1, 'A', { filter })
    expect(await ofProjects().all(1)).toMatchObject([{ value: 'production' }])
  })

  it('returns null for the value of a hidden variable', async () => {
    const made = await ofProjects().create(1, 'A', 'long-secret', { masked_and_hidden: true })
    expect(made).toMatchObject({ value: null, hidden: true, masked: true })
  })

  it('creates, reads, lists, updates and deletes a variable of a group', async () => {
    const made = await ofGroups().create(10, 'A', 'one', { environmentScope: 'qa', protected: true })
    expect(made).toEqual({ ...plain, key: 'A', value: 'one', environment_scope: 'qa', protected: true })
    expect(await ofGroups().show(10, 'A')).toEqual(made)
    expect(await ofGroups().all(10)).toEqual([made])
    const filter = { environment_scope: 'qa' }
    expect(await ofGroups().edit(10, 'A', 'two', { filter })).toEqual({ ...made, value: 'two' })
    expect(await ofGroups().remove(10, 'A')).toBeNull()
    await expect(ofGroups().remove(10, 'A')).rejects.toMatchObject(refused(404, '404 GroupVariable Not Found'))
  })
})
