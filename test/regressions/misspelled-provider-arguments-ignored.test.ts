import { Provider } from '../../provider'

it.each([
  ['baseURL', 'baseUrl'],
  ['tokn', 'token'],
  ['onconflict', 'onConflict'],
])('rejects the unknown argument %s of Provider without showing its value', (name, meant) => {
  const make = () => new Provider('other', { [name]: 's3cret-value' })
  expect(make).toThrow(`${name} is not an argument of Provider: did you mean ${meant}?`)
  expect(make).not.toThrow(/s3cret-value/)
})
