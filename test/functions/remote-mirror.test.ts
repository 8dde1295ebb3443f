import { getRemoteMirror, getRemoteMirrorPublicKey, getRemoteMirrors } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads remote mirrors with their status and without credentials', async () => {
    const url = 'https://deploy:hunter2@example.com/web.git'
    const { id } = await service.api.remoteMirrors.create(1, { url, enabled: true })
    const other = await service.api.remoteMirrors.create(1, { url: 'https://example.com/other.git' })
    service.emulator.patch('remote_mirrors', id, {
      update_status: 'failed',
      last_error: 'no route to host',
      last_update_at: '2026-06-01T00:00:00.000Z',
    })
    const health = {
      id,
      url: 'https://*****:*****@example.com/web.git',
      updateStatus: 'failed',
      lastError: 'no route to host',
      lastUpdateAt: '2026-06-01T00:00:00.000Z',
      lastSuccessfulUpdateAt: null,
    }
    expect(await valueOf(getRemoteMirror({ project: 1, mirror: id }))).toMatchObject(health)
    expect(await valueOf(getRemoteMirrors({ project: 1 }))).toMatchObject([health, { id: other.id, lastError: null }])
  })

  it('reads the public key of a mirror that authenticates with it', async () => {
    const { api } = service
    const ssh = 'ssh://git@example.com/web.git'
    const { id } = await api.remoteMirrors.create(1, { url: ssh, auth_method: 'ssh_public_key' })
    const { publicKey } = await valueOf(getRemoteMirrorPublicKey({ project: 1, mirror: id }))
    expect(publicKey).toMatch(/^ssh-/)
    const other = await api.remoteMirrors.create(1, { url: 'https://example.com/web.git' })
    await expect(valueOf(getRemoteMirrorPublicKey({ project: 1, mirror: other.id }))).rejects.toThrow(
      /404 .*or its authMethod is not "ssh_public_key"\.$/,
    )
  })
})
