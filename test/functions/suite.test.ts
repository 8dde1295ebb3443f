import { loadTogether } from '../shared/suite'

loadTogether(__dirname)
