/**
 * Encodes parameters for a query string or a form body: `a[]=1` for arrays, `a[key]=1` for objects, `a[0][key]=1` for
 * arrays of objects, `true` and `false` for Booleans, an empty value for null. Omits keys whose value is undefined.
 */
export function encodeParams(params: object): string {
  const encoded = new URLSearchParams()
  appendAll(encoded, params, (key) => key)
  return encoded.toString()
}

function appendAll(encoded: URLSearchParams, params: object, name: (key: string) => string): void {
  for (const [key, value] of Object.entries(params)) append(encoded, name(key), value)
}

function append(encoded: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return
  if (Array.isArray(value)) {
    value.forEach((item, index) => append(encoded, isObject(item) ? `${name}[${index}]` : `${name}[]`, item))
  } else if (isObject(value)) {
    appendAll(encoded, value, (key) => `${name}[${key}]`)
  } else {
    encoded.append(name, value === null ? '' : String(value))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
