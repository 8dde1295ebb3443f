import { freezeWindowsFrom } from '../../provider/functions/freeze-period-windows'

// The search for the last end gave up between 32 and 50 years before.
it('does not return past windows for a freeze that has been in force for 45 years', () => {
  const freeze = { freezeStart: '0 0 24 12 *', freezeEnd: '30 2 * 3 sun#-1', cronTimezone: 'Europe/Berlin' }
  expect(() => freezeWindowsFrom(freeze, new Date('2026-06-15T12:00:00Z'), 3)).toThrow(
    'the freeze of 1980-12-23T23:00:00.000Z does not end within 50 years',
  )
})
