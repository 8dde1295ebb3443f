import fc from 'fast-check'
import { triggerToken } from '../../../provider/resources/trigger-token'
import { cases, optional, plain } from './cases'
import { moments } from './moment'
import { project } from './reference'
import { texts } from './text'

interface TriggerToken {
  project: number
  description: string
  expiresAt: string | null
}

export const triggerTokenCases = () =>
  cases<TriggerToken>({
    definition: triggerToken,
    arguments: {
      project,
      description: plain(texts(500).filter((text) => text !== '')),
      expiresAt: optional<string | null>(
        {
          values: fc.option(moments.values),
          write: (value, style) => (value === null ? null : moments.write(value, style)),
        },
        null,
      ),
    },
    collection: (values) => `/projects/${values.project}/triggers`,
    path: (values, live) => `/projects/${values.project}/triggers/${String(live.id)}`,
    seen: ({ description, expires_at }) => ({ description, expiresAt: expires_at }) as TriggerToken,
    drift: {
      description: ({ emulator, path }, description) => emulator.put(path, { description }, { as: 'root' }),
      // The API has no way to change it.
      expiresAt: ({ emulator, live }, expires_at) => emulator.patch('triggers', Number(live.id), { expires_at }),
    },
  })
