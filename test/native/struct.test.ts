import { json, struct } from '../../provider/native/struct'

it('sends objects in a list that lack a property', () => {
  expect(json(struct({ list: [{ name: 'a', level: undefined }, undefined], none: undefined }))).toEqual({
    list: [{ name: 'a' }, null],
  })
})
