import { testOwnership } from './enumerate'

describe('all small programs in YAML', () => testOwnership('native'))
