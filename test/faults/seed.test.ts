import { faultTable } from './table'

faultTable('seed')
