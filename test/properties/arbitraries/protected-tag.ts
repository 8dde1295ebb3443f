import { protectedTag } from '../../../provider/resources/protected-tag'
import { cases, plain } from './cases'
import { anyone, entriesFrom, entryToWire, invitedTo, refEntries, type RefEntry } from './ref-entries'
import { project } from './reference'
import { pathNames } from './text'

interface ProtectedTag {
  project: number
  name: string
  allowedToCreate: RefEntry[]
}

const invited = (values: ProtectedTag): ProtectedTag => ({
  ...values,
  allowedToCreate: invitedTo(values.project, values.allowedToCreate),
})

export const protectedTagCases = () =>
  cases<ProtectedTag>({
    definition: protectedTag,
    arguments: {
      project,
      name: plain(pathNames),
      allowedToCreate: refEntries(anyone(6)),
    },
    settle: invited,
    // The API cannot change it.
    writes: { update: ['DELETE', 'POST'] },
    collection: (values) => `/projects/${values.project}/protected_tags`,
    path: (values, live) => `/projects/${values.project}/protected_tags/${encodeURIComponent(String(live.name))}`,
    seen: ({ name, create_access_levels }) => ({
      name: String(name),
      allowedToCreate: entriesFrom(create_access_levels),
    }),
    drift: {
      // The API cannot change it. Another user protects the tag again.
      allowedToCreate: async ({ emulator, path, live }, want) => {
        await emulator.delete(path, { as: 'root' })
        const collection = path.slice(0, path.lastIndexOf('/'))
        return emulator.post(collection, { name: live.name, allowed_to_create: want.map(entryToWire) }, { as: 'root' })
      },
    },
    drifted: (_values, _name, after) => invited(after),
  })
