import { faultTable } from './table'

faultTable('gitlab')
