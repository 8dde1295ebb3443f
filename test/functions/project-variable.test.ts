import { getProjectVariable, getProjectVariables } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a variable of a project by its environment scope, by default *, and lists all', async () => {
    await service.api.projectVariables.create(1, { key: 'A', value: 'one' })
    await service.api.projectVariables.create(1, { key: 'A', value: 'two', environment_scope: 'production' })
    const project = 'acme/web'
    expect(await valueOf(getProjectVariable({ project, key: 'A' }))).toMatchObject({ value: 'one' })
    expect(await valueOf(getProjectVariable({ project, key: 'A', environmentScope: 'production' }))).toMatchObject({
      value: 'two',
      variableType: 'env_var',
    })
    expect(await valueOf(getProjectVariables({ project: 1 }))).toMatchObject([{ value: 'one' }, { value: 'two' }])
  })
})
