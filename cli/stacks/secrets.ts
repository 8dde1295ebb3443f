import type { Json } from '../../provider/command-line/basics'

/** The key that marks values beyond JSON in a state or plan, and its value for secrets. */
const mark = '4dabf18193072939515e22adb298388d'
const secretMark = '1b47061264138c4ac30d75fd1eb44270'

/** Whether a value of a state or plan is a secret. */
export const isSecret = (value: Json): boolean => value[mark] === secretMark
