// Loaded before the files, so that its hook is for all of them.
import { loadTogether } from '../shared/suite'
import '../support/engine'

loadTogether(__dirname)
