import { costlyFronts } from '../e2e/support/fronts'
import { label, labelSet, provider, useHandOverStack } from '../e2e/support/hand-over-stack'
import { expectOk, said } from '../support/pulumi'

jest.setTimeout(180_000)

/** Options of the CLI that the engine passes on to each provider process before its address. */
const options = [
  ['--tracing', 'file:./trace.json'],
  ['--logflow', '-v=1'],
  ['--logflow', '--logtostderr', '-v=1'],
  ['--logflow', '--logtostderr'],
]

describe.each(costlyFronts('native'))(
  'updates with options of the CLI that providers receive, with the front %s',
  (front) => {
    const used = useHandOverStack(front)

    it('keeps a label that moves between a set and a resource of another provider, and reports it', async () => {
      const other = provider(used.emulator.url)
      const inSet = { other, all: labelSet(['bug']) }
      const single = { other, bug: label('bug', { provider: 'other' }) }
      expectOk(await used.up(inSet))
      const before = await used.labels()
      let isInSet = true
      for (const args of options) {
        isInSet = !isInSet
        const result = expectOk(await used.up(isInSet ? inSet : single, ...args))
        expect({ args, labels: await used.labels() }).toEqual({ args, labels: before })
        expect(said(result)).toMatch(/label "bug" of acme\/web \(id 1\/\d+\) is kept: Label(Set)? "\w+" owns it/)
        expect(said(result)).toContain('Adopted 1 label: 1 unchanged.')
      }
    })
  },
)
