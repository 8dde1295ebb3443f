import { groupLabel } from '../../../provider/resources/group-label'
import { cases } from './cases'
import { labelFields } from './label-fields'
import { separateGroup } from './reference'
import { pick } from './style'

interface GroupLabel {
  group: number
  name: string
  color: string
  description: string | null
}

export const groupLabelCases = () =>
  cases<GroupLabel>({
    definition: groupLabel,
    // The flavor of the specification cannot archive labels.
    skipped: { archived: 'test/resources/label-archived.test.ts' },
    as: 'owner',
    // A subgroup cannot have a label with the name of one of its parent.
    arguments: { group: separateGroup, ...labelFields },
    collection: (values) => `/groups/${values.group}/labels`,
    path: (values, live) => `/groups/${values.group}/labels/${String(live.id)}`,
    seen: ({ name, color, description }) =>
      ({ name, color: String(color).toUpperCase(), description: description || null }) as GroupLabel,
    drift: {
      name: ({ emulator, path }, new_name) => emulator.put(path, { new_name }, { as: 'root' }),
      // A spelling of another user: the service keeps the spelling of hex digits.
      color: ({ emulator, path }, digits, style) =>
        emulator.put(path, { color: pick(style, [digits, digits.toLowerCase()]) }, { as: 'root' }),
      description: ({ emulator, path }, text, style) =>
        emulator.put(path, { description: text ?? pick(style, [null, '']) }, { as: 'root' }),
    },
    noise: ({ emulator, path }) => emulator.post(`${path}/subscribe`),
  })
