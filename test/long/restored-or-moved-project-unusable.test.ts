import { setTimeout as sleep } from 'node:timers/promises'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'

describe('a project or group that the same update changes', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const started = () => new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-owner' })
  const label = (project: number | string, color = 'red'): Declared => ({
    type: 'Label',
    args: { project, name: 'of site', color },
  })
  const isDeleted = async () => {
    const { body } = await emulator.get('/projects/1', { as: 'owner' })
    return ((body as { marked_for_deletion_on?: string | null }).marked_for_deletion_on ?? null) !== null
  }
  const afterRestore = async () => {
    for (let looks = 0; looks < 400 && (await isDeleted()); looks++) await sleep(5)
  }

  it.each([1, 'acme/web'])('gets a new label in the update that restores it: %s', async (project) => {
    await emulator.delete('/projects/1', { as: 'owner' })
    expect(await isDeleted()).toBe(true)
    const engine = started()
    const site: Declared = { type: 'Project', args: { project: 'acme/web', restore: true } }
    const { errors } = await engine.up({ site, label: label(project) }, { before: { label: afterRestore } })
    expect(errors).toEqual([])
  })

  it('lets a preview find it under the path to which the update moves it', async () => {
    const engine = started()
    const site = (more = {}): Declared => ({
      type: 'Project',
      args: { project: 'acme/web', ...more },
    })
    const team = (more = {}): Declared => ({
      type: 'Group',
      args: { group: 'deployers', ...more },
    })
    const rule = (group: string): Declared => ({
      type: 'ApprovalRule',
      args: { project: 'acme/api', name: 'of team', approvalsRequired: 1, approvers: [{ group }] },
    })
    const before = { site: site(), team: team(), label: label('acme/web') }
    expect((await engine.up(before)).errors).toEqual([])
    const after = {
      site: site({ path: 'moved-site' }),
      team: team({ path: 'moved-team' }),
      label: label('acme/moved-site', 'blue'),
      rule: rule('moved-team'),
    }
    expect((await engine.preview(after)).join('\n')).not.toMatch(/could not check|would fail/)
  })
})
