import { freezePeriod } from '../provider/freeze-period'
import { conforms } from './support/conforms'

conforms(freezePeriod, {
  args: { project: 'acme/web', freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'Europe/Berlin' },
  changes: { freezeStart: '30 22 * * fri', freezeEnd: '0 6 1-7 * mon', cronTimezone: 'Eastern Time (US & Canada)' },
  replaces: { project: 'acme/api' },
  spellings: { project: [1, '/acme/web'], freezeStart: [' 0 23 * * 5\n'], freezeEnd: ['\t0 7 * * 1 '] },
  refused: [
    ['freezeStart', '0 25 * * *', /hour.*but is "0 25 \* \* \*"/],
    ['freezeStart', 'every day', /freezeStart/],
    ['freezeStart', '', /freezeStart/],
    ['freezeEnd', '0 0 31 2 *', /never/],
    ['freezeEnd', '@daily', /freezeEnd/],
    ['freezeEnd', 5, /must be a text, but is 5/],
    ['cronTimezone', 'Mars/Olympus', /must be a time zone like .*but is "Mars\/Olympus"/],
    ['cronTimezone', ' UTC', /time zone/],
    ['adoptId', 0, /a whole number from 1/],
  ],
})
