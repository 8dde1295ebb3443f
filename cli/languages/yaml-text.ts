import { Document, isScalar, Scalar, visit } from 'yaml'

/**
 * A document whose strings every YAML reader reads as strings. Keys and values can get comments before it is written.
 */
export const yamlDocument = (value: object): Document =>
  new Document(value, {
    // YAML 1.1 has the most types, such as dates.
    schema: 'yaml-1.1',
    // Strings such as "<<" would not be quoted.
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:merge'),
    aliasDuplicateObjects: false,
  })

/** The text of a document. Strings that do not start like a word are quoted, and invisible characters escaped. */
export function yamlText(document: Document): string {
  visit(document, {
    Scalar: (_, scalar) => {
      const { value } = scalar
      if (isScalar(scalar) && typeof value === 'string' && (!/^[A-Za-z_]/.test(value) || hidden.test(value))) {
        scalar.type = Scalar.QUOTE_DOUBLE
      }
    },
  })
  const text = document.toString({ lineWidth: 120 })
  // A line break can split a character that takes two code units, such as an emoji.
  const whole = /\p{Surrogate}/u.test(text) ? document.toString({ lineWidth: 0 }) : text
  return whole.replace(allHidden, (character) => {
    const digits = character.codePointAt(0)!.toString(16)
    return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
  })
}

/** Characters that editors do not show, except line breaks and spaces. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Co}]|(?! )\p{Z}/u
const allHidden = new RegExp(hidden, 'gu')
