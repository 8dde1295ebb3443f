import { secretSettings, settingNames } from '../../../provider/core/service/settings'
import { checker, exportsOf, textOf } from '../sources'
import { markdown } from './markdown'
import type { NamedTypes } from './named-types'
import type { Properties, PropertySpec } from './package-spec'
import { conflictType } from './resources'
import { SourceTypes } from './source-types'

/** The settings of a provider, which are also keys of a stack's configuration. */
export function settingsOf(types: NamedTypes): Properties {
  const symbol = exportsOf('provider/index.ts').get('ProviderArgs')!
  const args = checker().getDeclaredTypeOfSymbol(symbol)
  const source = new SourceTypes(types, { typeName: (name) => name })
  return Object.fromEntries(
    settingNames.map((name): [string, PropertySpec] => {
      const property = args.getProperty(name)
      if (!property) throw new Error(`ProviderArgs has no ${name}.`)
      const type =
        name === 'onConflict'
          ? conflictType(types)
          : source.typeOf(checker().getTypeOfSymbol(property), { name, text: '' })
      return [
        name,
        { description: markdown(textOf(property)), ...type, ...(secretSettings.includes(name) && { secret: true }) },
      ]
    }),
  )
}
