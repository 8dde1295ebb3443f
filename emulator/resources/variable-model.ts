import { internalError } from '../http/errors'
import { blank, requireValid, tooLong } from '../http/validation'
import { type VariableHome, variableHomeKey, type VariableRecord, variables } from '../records/variable'
import type { Store } from '../store/store'

/** What a request can set. The model refuses null for some fields. */
export type VariableFields = {
  [Name in 'value' | 'protected' | 'masked' | 'raw' | 'variable_type' | 'environment_scope' | 'description']?:
    VariableRecord[Name] | null
}

/** A new variable. `masked_and_hidden` also sets `masked`. */
export type NewVariable = VariableFields & { key: string | null; masked_and_hidden?: boolean | null }

/** Maximum numbers of variables. */
const limits = { project: 8_000, group: 30_000 }

/** The CI/CD variables in a store, and the rules of the model. */
export class VariableModel {
  constructor(private readonly store: Store) {}

  of(home: VariableHome): readonly VariableRecord[] {
    return this.store.of(variables).where('home', variableHomeKey(home))
  }

  /** The variables with this key, one for each environment scope. */
  withKey(home: VariableHome, key: string): readonly VariableRecord[] {
    return this.store.of(variables).where('key', `${variableHomeKey(home)} ${key}`)
  }

  /** @throws HttpError 400 with complaints by attribute, 500 for values that only the database refuses. */
  create(home: VariableHome, { masked_and_hidden, ...sent }: NewVariable, now: string): VariableRecord {
    const fields = {
      ...home,
      ...defaults,
      ...sent,
      ...(masked_and_hidden && { masked: true, hidden: true }),
      key: strip(sent.key ?? ''),
      created_at: now,
      updated_at: now,
    }
    const record = this.#validated(fields)
    return this.store.of(variables).insert(record)
  }

  /** @throws HttpError like `create`. */
  update(variable: VariableRecord, changes: VariableFields, now: string): VariableRecord {
    const record = this.#validated({ ...variable, ...changes }, variable)
    const changed = Object.keys(changes).some(
      (name) => record[name as keyof VariableFields] !== variable[name as keyof VariableFields],
    )
    return changed ? this.store.of(variables).update(variable, { ...record, updated_at: now }) : variable
  }

  delete(variable: VariableRecord): void {
    this.store.of(variables).delete(variable)
  }

  #validated(draft: Draft, old?: VariableRecord): Omit<VariableRecord, 'id'> {
    const environment_scope = strip(draft.environment_scope ?? '')
    const { key, value, masked, raw, hidden, protected: isProtected, variable_type, description } = draft
    const others = this.withKey(draft, key).filter((one) => one !== old)
    const isTaken = others.some((one) => one.environment_scope === environment_scope)
    requireValid({
      key: [
        ...blank(key),
        ...tooLong(key, 255),
        ...(/^[a-zA-Z0-9_]+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
        ...(isTaken ? [`(${key}) has already been taken`] : []),
      ],
      masked: required(masked),
      value: masked && !(raw ? rawMask : mask).test(value ?? '') ? ['is invalid'] : [],
      raw: required(raw),
      base: [...(old ? complaintsAboutMask(hidden, masked, old) : this.#complaintsAboutNumber(draft))],
      environment_scope: [
        ...blank(environment_scope),
        ...(scopePattern.test(environment_scope) ? [] : [scopeComplaint]),
      ],
      description: blank(description ?? '').length > 0 ? [] : tooLong(description ?? '', 255),
    })
    // Only the database has these rules.
    if (isProtected === null || masked === null || raw === null || variable_type === null) throw internalError()
    if (draft.project_id === null && [...environment_scope].length > 255) throw internalError()
    return { ...draft, masked, raw, protected: isProtected, variable_type, environment_scope }
  }

  #complaintsAboutNumber(home: VariableHome): string[] {
    const kind = home.project_id === null ? 'group' : 'project'
    const limit = limits[kind]
    return this.of(home).length < limit ? [] : [`Maximum number of ${kind} ci variables (${limit}) exceeded`]
  }
}

/** A record before its validation. */
type Draft = Omit<VariableRecord, 'id' | keyof VariableFields> & Required<VariableFields>

const defaults = {
  value: null,
  hidden: false,
  protected: false,
  masked: false,
  raw: false,
  variable_type: 'env_var',
  environment_scope: '*',
  description: null,
}

/** Removes what Ruby's `strip` removes: ASCII whitespace. */
const strip = (text: string): string => /[^\t\n\v\f\r ](?:[^]*[^\t\n\v\f\r ])?/.exec(text)?.[0] ?? ''

const required = (value: boolean | null): string[] => (value === null ? ['is not included in the list'] : [])

/** What a masked value can contain if the runner expands references in it, and otherwise. */
const mask = /^[a-zA-Z0-9_+=/@:.~-]{8,}$/
const rawMask = /^[^\t\n\v\f\r ]{8,}$/u

const scopePattern = /^[a-zA-Z0-9_/$ {}.*-]+$/
const scopeComplaint = "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces"

const complaintsAboutMask = (hidden: boolean, masked: boolean | null, old: VariableRecord): string[] =>
  hidden && masked !== old.masked ? ['The visibility setting cannot be changed for masked and hidden variables.'] : []
