import { html as markup, raw } from 'hono/html'
import { visible } from '../shared/characters'
import { type Calendar, type Format, freeOf, leftOf, listOf, rangeOf, timeZoneNote } from './calendar'
import { timelineOf } from './format-svg'
import { spell } from './local-time'
import { timelineHtml, timelineStyle } from './timeline'
import { nameOf } from './windows'
import { labelsOf } from './words'

type Markup = ReturnType<typeof markup>

/** A longer table is collapsed, because the picture shows most of it. */
const mostOpen = 40
/** Longer lists are truncated. JSON contains more. */
const most = 5_000

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 20%, Canvas); }
@media (prefers-color-scheme: dark) { :root { --trueup-freeze: #60a5fa; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 80rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.5rem; }
summary { margin: 1.5rem 0 .5rem; font-weight: 600; cursor: pointer; }
th[scope=row] { font-weight: 500; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem 1.25rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
td:last-child { white-space: normal; min-width: 12rem; }
@media (max-width: 40rem) { body { padding: 1rem .75rem; } }
@media print { .scroll { overflow: visible; } }
`

/** A self-contained page that loads nothing. */
export const html: Format = (calendar) => {
  const { service, rows } = calendar
  const free = freeOf(calendar)
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Deploy freezes</title>
${raw(`<style>${style}${timelineStyle}</style>`)}
</head>
<body>
<h1>Deploy freezes</h1>
<p>${service}, ${rangeOf(calendar)}.</p>
${timelineHtml(rows, timelineOf(calendar))}
${free && markup`<p>${visible(free)}</p>`}
${rows.some(({ windows }) => windows.length > 0) && windowTable(calendar)}
<p>${timeZoneNote}</p>
</body>
</html>
`
  return String(page)
}

function windowTable({ rows, time }: Calendar): Markup {
  const labels = new Map(labelsOf(rows).map((label, at) => [rows[at], label]))
  const list = listOf(rows, most)
  const count = list.windows.length + list.left
  const left = leftOf(list, time)
  const cell = (date: Date): Markup =>
    markup`<td><time datetime="${date.toISOString()}">${time.minute(date)}</time></td>`
  const lines = list.windows.map(
    ({
      row,
      window,
    }) => markup`<tr><th scope="row">${visible(labels.get(row) ?? row.project)}</th>${cell(window.start)}${
      window.end ? cell(window.end) : markup`<td>never</td>`
    }<td>${window.end && spell(window.end.getTime() - window.start.getTime())}</td><td>${visible(nameOf(window.freeze))}${
      window.overlaps && '; overlaps another freeze'
    }</td></tr>
`,
  )
  return markup`<details${count <= mostOpen && raw(' open')}><summary>Windows: ${count}</summary>
${left && markup`<p>${left}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="Windows">
<table>
<thead><tr><th scope="col">Project</th><th scope="col">Frozen from</th><th scope="col">Until</th><th scope="col">For</th><th scope="col">Freeze</th></tr></thead>
<tbody>
${lines}</tbody>
</table>
</div></details>`
}
