import { html as markup } from 'hono/html'
import type { LiveFreeze } from '../calendar/live-freeze'
import { LocalTime } from '../calendar/local-time'
import { sharedRowsOf } from '../calendar/shared-rows'
import { timelineHtml } from '../calendar/timeline'
import { type CalendarRow, windowsOf } from '../calendar/windows'
import { visible } from '../shared/characters'
import type { DriftReport } from './finding'
import { type Markup, name } from './page-markup'

const days = 30
const timezone = 'UTC'

/** The freeze periods of the projects in a report, as a picture and as a table. */
export function calendar({ at, freezes: live }: DriftReport): Markup {
  const freezes = live.map(visibly)
  const from = new Date(at)
  const rows = windowsOf(freezes, from, days)
  return markup`<section aria-labelledby="calendar">
<h2 id="calendar">Freeze periods in the next ${days} days</h2>
${
  freezes.length === 0
    ? markup`<p>The projects of this report have no freeze periods.</p>`
    : markup`${timelineHtml(sharedRowsOf(freezes, from, days), { from, days, timezone })}
${table(freezes, rows)}`
}
</section>`
}

const visibly = ({ project, freezeStart, freezeEnd, cronTimezone }: LiveFreeze): LiveFreeze => ({
  project: visible(project),
  freezeStart: visible(freezeStart),
  freezeEnd: visible(freezeEnd),
  cronTimezone: visible(cronTimezone),
})

function table(freezes: readonly LiveFreeze[], rows: readonly CalendarRow[]): Markup {
  const time = new LocalTime(timezone)
  const windows = rows.flatMap((row) => row.windows)
  const lines = freezes.map((freeze) => {
    const [next] = windows.filter((window) => window.freeze === freeze)
    const until = next?.end ? time.minute(next.end) : 'no end'
    return markup`<tr>
<th scope="row">${name(freeze.project)}</th>
<td data-label="From">${next ? time.minute(next.start) : `not within ${days} days`}</td>
<td data-label="Until">${next ? until : ''}</td>
<td data-label="Schedule"><code>${name(freeze.freezeStart)}</code> to <code>${name(freeze.freezeEnd)}</code>, ${name(freeze.cronTimezone)}</td>
</tr>
`
  })
  return markup`<table>
<caption>Next windows, times in ${timezone}</caption>
<thead><tr><th scope="col" class="what">Project</th><th scope="col" class="moment">From</th><th scope="col" class="moment">Until</th><th scope="col">Schedule</th></tr></thead>
<tbody>
${lines}</tbody>
</table>`
}
