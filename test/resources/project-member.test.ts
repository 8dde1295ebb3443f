import { projectMember } from '../../provider/resources/project-member'
import { conforms } from '../support/conforms'
import { memberCases } from '../support/conforms/member'

conforms(projectMember, {
  ...memberCases,
  spellings: { ...memberCases.spellings, project: [1, '/acme/web'] },
  refused: [['project', 'web', /numeric id of a project/], ...memberCases.refused],
})
