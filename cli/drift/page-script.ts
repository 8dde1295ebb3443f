import { createHash } from 'node:crypto'

/** Lets the reader filter the page. Runs in a browser. Without it, the page shows all findings. */
export const script = `
(() => {
  const form = document.getElementById('filters')
  const status = document.getElementById('shown')
  if (!form || !status) return
  const rows = [...document.querySelectorAll('tr[data-difference]')]
  const places = [...document.querySelectorAll('.place')]
  const apply = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value !== '')
    for (const row of rows) row.hidden = !wanted.every(([name, value]) => row.dataset[name] === value)
    for (const place of places) place.hidden = !place.querySelector('tr[data-difference]:not([hidden])')
    const shown = rows.filter((row) => !row.hidden).length
    status.textContent = shown === rows.length ? 'Showing all ' + shown + '.' : 'Showing ' + shown + ' of ' + rows.length + '.'
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
