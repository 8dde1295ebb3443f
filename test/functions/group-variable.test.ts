import { getGroupVariable, getGroupVariables } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  beforeEach(() => service.as('owner'))

  it('reads a variable of a group by its environment scope, by default *, and lists all', async () => {
    await service.api.groupVariables.create(10, { key: 'A', value: 'one' })
    await service.api.groupVariables.create(10, { key: 'A', value: 'two', environment_scope: 'production' })
    const group = 'acme'
    expect(await valueOf(getGroupVariable({ group, key: 'A' }))).toMatchObject({ value: 'one' })
    expect(await valueOf(getGroupVariable({ group, key: 'A', environmentScope: 'production' }))).toMatchObject({
      value: 'two',
      variableType: 'env_var',
    })
    expect(await valueOf(getGroupVariables({ group: 10 }))).toMatchObject([{ value: 'one' }, { value: 'two' }])
  })
})
