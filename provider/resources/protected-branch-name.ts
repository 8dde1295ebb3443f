/** What Git does not allow in the names of branches and tags. A wildcard has `*` in place of any text. */
const impossible = /[\s\p{Cc}~^:?[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|\.lock$/u

/** Says that no branch or tag can match a name, such as a regular expression. */
export const mistakeInName = (name: string | undefined, noun: 'branch' | 'tag'): string[] =>
  name !== undefined && impossible.test(name)
    ? [
        `protects no ${noun}, because Git does not allow this name. A wildcard is written with *, such as "release/*": ` +
          'regular expressions are not supported.',
      ]
    : []
