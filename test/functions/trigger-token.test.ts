import { getTriggerToken, getTriggerTokens } from '../../provider'
import { isSecret, valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('returns trigger tokens as secrets, with full values for their owner', async () => {
    const { id, token } = await service.api.triggerTokens.create(1, { description: 'nightly' })
    service.as('root')
    const one = getTriggerToken({ project: 1, trigger: id })
    expect(await valueOf(one)).toMatchObject({ id, token, description: 'nightly', lastUsed: null })
    expect(await isSecret(one)).toBe(true)
    service.as('maintainer')
    const all = getTriggerTokens({ project: 'acme/web' })
    const [seen] = await valueOf(all)
    expect(seen).toMatchObject({ id, owner: { username: 'root' } })
    expect(seen?.token).toHaveLength(4)
    expect(await isSecret(all)).toBe(true)
  })

  it('names the required role Maintainer in an error', async () => {
    service.as('developer')
    await expect(valueOf(getTriggerTokens({ project: 1 }))).rejects.toThrow(
      /403 .*Managing trigger tokens requires the Maintainer role/,
    )
    service.as('maintainer')
    await expect(valueOf(getTriggerToken({ project: 1, trigger: 99 }))).rejects.toThrow(/404 /)
  })
})
