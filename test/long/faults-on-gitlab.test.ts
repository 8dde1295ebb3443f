import { faultTable } from '../faults/table'

faultTable('gitlab')
