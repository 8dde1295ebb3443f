import { loadTogether } from '../../test/shared/suite'

loadTogether(__dirname)
