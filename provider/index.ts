export { Provider, type ProviderArgs } from './core/provider'
export { type OnConflict } from './core/check'
export { provider } from './runtime'
export { Label, type LabelArgs } from './label'
