import { memberIn } from './member'

export const groupMember = memberIn({
  kind: 'group-member',
  as: 'owner',
  noun: 'group',
  // Fewer users of the seed world are members of it than of `acme`.
  path: 'deployers',
  id: 12,
  otherPath: 'acme',
  more: { skipSubresources: false },
  seeded: [2, 4],
})
