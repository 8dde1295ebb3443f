import type { Definition } from './define'

/** The argument of `ProjectSettings` or `GroupSettings` for the objects of a kind: `group-variable` → `variables`. */
export const settingOf = ({
  plural,
  single,
  identity: { parent },
}: Pick<Definition, 'identity' | 'plural' | 'single'>): string =>
  single?.argument ?? plural.replace(`${parent} `, '').replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The name of a child of a component: `acme/web-freeze-periods`. */
export const nameOfSetting = (component: string, setting: string): string =>
  `${component}-${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
