import { groupMember } from '../../provider/resources/group-member'
import { conforms } from '../support/conforms'
import { memberCases } from '../support/conforms/member'

conforms(groupMember, {
  ...memberCases,
  spellings: { ...memberCases.spellings, group: [12, '/deployers'], skipSubresources: [] },
  refused: [['group', '', /numeric id of a group/], ...memberCases.refused],
})
