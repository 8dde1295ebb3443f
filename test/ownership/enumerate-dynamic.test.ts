import { testOwnership } from './enumerate'

describe('all small programs with dynamic resources', () => testOwnership('dynamic'))
