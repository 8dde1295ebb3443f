import { loadTogether } from '../support/suite'

loadTogether(__dirname)
