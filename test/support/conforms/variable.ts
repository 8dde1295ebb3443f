import type { Conformance } from './options'

/** Each update also sends these. */
const along = ['filter', 'protected', 'raw']

/** What `conforms` expects of the variables of projects and groups. */
export const variableCases = {
  spellings: {
    key: [' DATABASE_URL\n'],
    environmentScope: [' review/* '],
    value: [],
    masked: [],
    hidden: [],
    protected: [],
    raw: [],
    variableType: [],
    description: [],
  },
  sends: {
    value: ['value', ...along],
    masked: ['masked', ...along],
    protected: along,
    raw: along,
    variableType: ['variable_type', ...along],
    description: ['description', ...along],
  },
} satisfies Partial<Conformance>
