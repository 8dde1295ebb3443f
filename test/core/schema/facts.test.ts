import { load } from '../../../provider/core/engine/load'
import type { Definition } from '../../../provider/core/schema/define'
import { factsOf } from '../../../provider/core/schema/facts'
import { kinds } from '../../../provider/kinds'

const definitions = kinds.map((kind) => load(kind) as Definition).filter(({ facts, exportName }) => facts ?? exportName)

describe('what reports and exports say of an object', () => {
  it.each(definitions.map((one) => [one.kind, one] as const))('contains no secret of a %s', (_, definition) => {
    const secrets = [...Object.entries(definition.input), ...Object.entries(definition.output)].flatMap(
      ([name, { secret }]) => (secret ? [name] : []),
    )
    for (const value of [
      'opensesame',
      'https://opensesame@ci.example.com:8443/opensesame?key=opensesame#opensesame',
      'https://joe:opensesame@ci.example.com\\opensesame',
      '{opensesame}/ci.example.com',
    ]) {
      const values = Object.fromEntries(secrets.map((name) => [name, value]))
      expect(JSON.stringify([factsOf(definition, values), definition.exportName?.(values)])).not.toContain('opensesame')
    }
  })

  it.each([
    ['https://ci.example.com/hook', 'ci.example.com'],
    ['http://joe:pass@[::1]:8080', '[::1]:8080'],
    ['https://{team}.example.com/{path}', '{team}.example.com'],
    ['https://a@b@ci.example.com', 'ci.example.com'],
    ['ci.example.com', undefined],
  ])('names the host of the hook %s', (url, host) => {
    expect(factsOf(load('project-hook') as Definition, { url })).toEqual(host && { host })
  })
})
