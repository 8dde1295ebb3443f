import { useEmulator } from './support/emulator'

describe('templates of projects', () => {
  const emulator = useEmulator()
  const free = useEmulator({ tier: 'free' })
  const make = (fields: object, on = emulator) =>
    on.post('/projects', { name: 'made', namespace_id: 10, ...fields }, { as: 'owner' })

  it('imports a template after the response', async () => {
    const { status, body } = await make({ template_name: 'rails' })
    expect({ status, body }).toMatchObject({ status: 201, body: { import_status: 'scheduled', empty_repo: true } })
    expect(await emulator.get(`/projects/${(body as { id: number }).id}`, { as: 'owner' })).toMatchObject({
      body: { import_status: 'finished', empty_repo: false, import_type: 'gitlab_project' },
    })
  })

  it('refuses templates that it does not have', async () => {
    const custom = { use_custom_template: true }
    const unknown = (name: string) => ({ template_name: [`'${name}' is unknown or invalid`] })
    expect(await make({ template_name: 'x' })).toMatchObject({ status: 400, body: { message: unknown('x') } })
    expect(await make({ ...custom, template_project_id: 99 })).toMatchObject({
      body: { message: { template_project_id: ['99 is unknown or invalid'] } },
    })
    expect(await make(custom)).toMatchObject({
      body: { message: { use_custom_template: ['must be used with template_name or template_project_id'] } },
    })
    expect(await make(custom, free)).toMatchObject({ body: { message: unknown('') } })
    expect(await make({ template_name: 'rails', import_url: 'https://example.com/web.git' })).toMatchObject({
      status: 400,
    })
  })
})
