import type { Suite } from './suite'

export function accessTests({ definition, emulator, parent, engine, deployed, inParent, allChanged }: Suite): void {
  it.each([
    ['unknown', 'nonsense'],
    ['expired', 'emulator-expired'],
    ['revoked', 'emulator-revoked'],
  ])('keeps the state if the access token is %s', async (_, token) => {
    const stack = await deployed()
    const other = stack.as({ token })
    await expect(other.refresh()).rejects.toThrow(/401.*stack config trueup:token/)
    expect(other.state).toEqual(stack.state)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps the state if the parent is hidden from the access token', async () => {
    const stack = engine()
    await stack.up(inParent(parent.hidden))
    const other = stack.as({ token: 'emulator-outsider' })
    await expect(other.refresh()).rejects.toThrow(`TRUEUP_GONE_PARENTS=${parent.hidden}`)
    if (definition.api.delete) await expect(other.destroy()).rejects.toThrow(/cannot be read/)
    expect(other.state).toEqual(stack.state)
  })

  it('refuses to read or change an object of another instance', async () => {
    const stack = await deployed()
    const moved = stack.as({})
    moved.state = { ...stack.state!, outputs: { ...stack.state!.outputs, instance: 'https://elsewhere.example' } }
    for (const attempt of [() => moved.refresh(), () => moved.preview(allChanged), () => moved.destroy()]) {
      await expect(attempt()).rejects.toThrow(/lives on https:\/\/elsewhere\.example, but the provider points at/)
    }
    expect(emulator.requests()).toEqual([])
    const renamed = moved.as({ config: { 'trueup:previousBaseUrls': 'https://elsewhere.example/' } })
    expect(await renamed.refresh()).toEqual({ gone: false, drifted: [] })
    expect(renamed.state?.outputs.instance).toBe(emulator.url)
  })
}
