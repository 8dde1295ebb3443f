import { getVersion } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors(({ flavor }) => {
  it('returns the version of the service', async () => {
    const version = { spec: '16.0.0', gitlab: '19.3.0-ee' }[flavor]
    expect(await valueOf(getVersion())).toMatchObject({ version, revision: 'emulator' })
  })
})
