import { Provider } from '../../provider'

it.each([
  ['baseURL', 'baseUrl'],
  ['tokn', 'token'],
  ['onconflict', 'onConflict'],
])('a Provider refuses the argument %s, which it would ignore, without repeating its value', (name, meant) => {
  const make = () => new Provider('other', { [name]: 's3cret-value' })
  expect(make).toThrow(`${name} is not an argument of Provider: did you mean ${meant}?`)
  expect(make).not.toThrow(/s3cret-value/)
})
