import { faultTable } from './table'

faultTable('spec')
