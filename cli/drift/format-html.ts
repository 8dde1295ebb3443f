import { html as markup, raw } from 'hono/html'
import { linesOf } from '../shared/characters'
import { capital, counted } from '../shared/words'
import { type DriftReport, type Failure, isDrift } from './finding'
import { calendar } from './page-calendar'
import { findingSections, ignoredSection } from './page-findings'
import { type Markup, name } from './page-markup'
import { policy, script } from './page-script'
import { style } from './page-style'
import { type Counts, countsOf, differences, failedAt, titleOf, verdict } from './wording'

/** The report as a self-contained page, for readers who do not work with the programs. The page loads nothing. */
export function html(report: DriftReport): string {
  const counts = countsOf(report)
  const drift = report.findings.filter(isDrift)
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${titleOf(report)}</title>
${raw(`<style>${style}</style>`)}
</head>
<body>
${header(report)}
<main>
${numbers(counts)}
${report.failures.length > 0 && failures(report.failures)}
${report.warnings && warned(report.warnings)}
${drift.length > 0 && findingSections(drift)}
${counts.ignored > 0 && ignoredSection(report.findings)}
${calendar(report)}
</main>
<footer>Written by <code>trueup drift</code>.</footer>
${raw(`<script>${script}</script>`)}
</body>
</html>
`
  return String(page)
}

function header(report: DriftReport): Markup {
  const { at, stacks, services } = report
  const compared = stacks.map((stack) => markup`<li>${name(stack.name)}, ${counted(stack.resources, 'resource')}</li>`)
  const asked = services.map((service) => markup`<li>${name(service)}</li>`)
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const list = (items: Markup[]): Markup => (items.length > 0 ? markup`<ul>${items}</ul>` : markup`none`)
  return markup`<header>
<h1>Drift report</h1>
<p class="verdict">${verdict(report)}</p>
<dl class="facts">
<div><dt>When</dt><dd><time datetime="${at}">${dates.format(new Date(at))} UTC</time></dd></div>
<div><dt>Stacks</dt><dd>${list(compared)}</dd></div>
<div><dt>Services</dt><dd>${list(asked)}</dd></div>
</dl>
</header>`
}

function numbers(counts: Counts): Markup {
  const entries = [
    ['compared', counts.resources],
    ...differences.map((one) => [one, counts[one]] as const),
    ['ignored', counts.ignored],
    ['failures', counts.failures],
  ] as const
  const number = ([kind, count]: readonly [string, number]): Markup =>
    markup`<div class="${kind}${count === 0 ? ' none' : ''}"><dt>${capital(kind)}</dt><dd>${count}</dd></div>\n`
  return markup`<dl class="numbers">
${entries.map(number)}</dl>`
}

function warned(all: readonly string[]): Markup {
  return markup`<section class="box" aria-labelledby="warnings">
<h2 id="warnings">Warnings</h2>
<ul>
${all.map((text) => markup`<li>${name(text)}</li>\n`)}</ul>
</section>`
}

function failures(all: readonly Failure[]): Markup {
  const item = (failure: Failure): Markup => {
    const message = linesOf(failure.message).join('\n')
    // name() would escape the line breaks of a message.
    return markup`<li><code>${name(failedAt(failure))}</code><div class="said"><bdi>${message}</bdi></div></li>\n`
  }
  return markup`<section class="box failures" aria-labelledby="failures">
<h2 id="failures">Could not be compared</h2>
<p>It is unknown whether these have drift.</p>
<ul>
${all.map(item)}</ul>
</section>`
}
