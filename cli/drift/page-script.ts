import { createHash } from 'node:crypto'

/** Lets the reader filter the page. Runs in a browser. Without it, the page shows all findings. */
export const script = `
(() => {
  const form = document.getElementById('filters')
  const status = document.getElementById('shown')
  if (!form || !status) return
  const rows = [...document.querySelectorAll('tr[data-difference]')]
  const places = [...document.querySelectorAll('.place')]
  // A row about several projects has an entry for each of them.
  const entriesOf = (row) => {
    const inner = [...row.querySelectorAll('[data-place]')]
    return inner.length > 0 ? inner : [row]
  }
  const entries = rows.flatMap(entriesOf)
  const apply = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value !== '')
    for (const row of rows) {
      const fits = (entry) => wanted.every(([name, value]) => ({ ...row.dataset, ...entry.dataset })[name] === value)
      for (const entry of entriesOf(row)) entry.hidden = !fits(entry)
      row.hidden = entriesOf(row).every((entry) => entry.hidden)
    }
    for (const place of places) place.hidden = !place.querySelector('tr[data-difference]:not([hidden])')
    const shown = entries.filter((entry) => !entry.hidden).length
    status.textContent =
      shown === entries.length ? 'Showing all ' + shown + '.' : 'Showing ' + shown + ' of ' + entries.length + '.'
  }
  form.hidden = false
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('reset', () => setTimeout(apply))
  apply()
})()
`

/** Prevents the page from loading anything, and from running any other script. */
export const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
