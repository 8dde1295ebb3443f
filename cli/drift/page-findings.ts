import { html as markup } from 'hono/html'
import { shortened, visible } from '../shared/characters'
import { isSecretChange, type Property, secretChange } from '../shared/property'
import { capital, nounOf } from '../shared/words'
import type { Json } from '../stacks/stack'
import type { Difference, Finding } from './finding'
import { type Fold, folded, isWide, placesCount } from './fold'
import { badge, linked, type Markup, name } from './page-markup'
import {
  commonRemedies,
  differences,
  meanings,
  type Place,
  placeOf,
  placesOf,
  saysMore,
  sidesOf,
  valueOf,
} from './wording'

/** Longer values are truncated. */
const mostCharacters = 1000

type Remedies = ReturnType<typeof commonRemedies>

/** The remedies, and all differences by project or group, with filters. */
export function findingSections(findings: readonly Finding[]): Markup[] {
  const common = commonRemedies(findings)
  const folds = folded(findings).filter(isWide)
  return [advice(findings, common), table(findings, folds, common)]
}

function advice(findings: readonly Finding[], common: Remedies): Markup {
  const found = differences.filter((one) => findings.some(({ difference }) => difference === one))
  return markup`<section aria-labelledby="advice">
<h2 id="advice">Meaning and remedies</h2>
<dl class="advice">
${found.map((one) => markup`<dt>${badge(one)}</dt><dd>${meanings[one]} ${visible(common.get(one) ?? '')}</dd>\n`)}</dl>
</section>`
}

function table(findings: readonly Finding[], folds: readonly Fold[], common: Remedies): Markup {
  const told = new Set(folds.flatMap((fold) => fold.findings))
  return markup`<section aria-labelledby="findings">
<h2 id="findings">Differences</h2>
<form id="filters" hidden>
${filter('Project or group', 'place', findings.map(placeOf))}
${filter(
  'Kind',
  'kind',
  findings.map(({ kind }) => nounOf(kind)),
)}
${filter(
  'Difference',
  'difference',
  findings.map(({ difference }) => difference),
)}
<button type="reset">Show all</button>
<p id="shown" role="status"></p>
</form>
${folds.length > 0 && foldSection(folds, common)}
${placesOf(findings.filter((finding) => !told.has(finding))).map((place) => placeSection(place, common))}
</section>`
}

function filter(label: string, key: string, values: string[]): Markup {
  const options = [...new Set(values)]
    .sort()
    .map((value) => markup`<option value="${visible(value)}">${visible(value)}</option>`)
  return markup`<label>${label} <select name="${key}" autocomplete="off"><option value="">All</option>${options}</select></label>`
}

/** The differences that several projects have in common: a row for each, with a list of the projects. */
const foldSection = (folds: readonly Fold[], common: Remedies): Markup =>
  differencesTable(
    markup`In several projects or groups`,
    folds.map((fold) => foldRow(fold, common)),
  )

function differencesTable(title: Markup, rows: readonly Markup[]): Markup {
  return markup`<section class="place">
<h3>${title}</h3>
<table>
<thead><tr><th scope="col" class="what">Object</th><th scope="col" class="how">Difference</th><th scope="col">Declared → live</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>
`
}

function foldRow(fold: Fold, common: Remedies): Markup {
  const [first] = fold.findings
  const { subject, kind, difference, remedy } = first
  const own = !common.has(difference) && markup`<p class="remedy">${visible(remedy)}</p>`
  const places = fold.findings.map(
    (finding) => markup`<li data-place="${visible(placeOf(finding))}">${placeOfFold(finding, fold)}</li>\n`,
  )
  return markup`<tr data-kind="${visible(nounOf(kind))}" data-difference="${difference}">
<th scope="row">${name(subject)}</th>
<td>${badge(difference)}</td>
<td>${details({ ...first, properties: fold.properties })}${own}
<details class="where"><summary>${placesCount(fold)}</summary>
<ul>
${places}</ul>
</details></td>
</tr>
`
}

/** A project of a fold, with the declared values in which it differs from the others. */
function placeOfFold(finding: Finding, fold: Fold): Markup {
  const { stack, parent, name: resource, difference, properties, webUrl } = finding
  const various = properties.filter((_, at) => fold.properties[at]?.isVarious)
  const items = various.map((property) => markup`<li>${propertyOf(difference, property)}</li>`)
  const list = items.length > 0 && markup`<ul class="properties">${items}</ul>`
  const from = resource !== undefined && markup`, resource ${name(resource)}`
  return markup`${linked(name(parent === '' ? 'no project or group' : parent), webUrl)} <small>in stack ${name(stack)}${from}</small>${list}`
}

function placeSection({ stack, parent, parentKind, findings }: Place, common: Remedies): Markup {
  const where = parentKind === 'none' ? 'No project or group' : markup`${capital(parentKind)} ${name(parent)}`
  return differencesTable(
    markup`${where} <small>in stack ${name(stack)}</small>`,
    findings.map((finding) => row(finding, common)),
  )
}

function row(finding: Finding, common: Remedies): Markup {
  const { kind, difference, remedy } = finding
  const own = !common.has(difference) && markup`<p class="remedy">${visible(remedy)}</p>`
  return markup`<tr data-place="${visible(placeOf(finding))}" data-kind="${visible(nounOf(kind))}" data-difference="${difference}">
<th scope="row">${what(finding)}</th>
<td>${badge(difference)}</td>
<td>${details(finding)}${own}</td>
</tr>
`
}

const what = ({ subject, name: resource, webUrl }: Finding): Markup =>
  markup`${linked(name(subject), webUrl)}${resource !== undefined && markup` <small>resource ${name(resource)}</small>`}`

function details({
  difference,
  properties,
  message,
  facts = {},
}: Pick<Finding, 'difference' | 'message' | 'facts'> & { properties: readonly ShownProperty[] }): Markup {
  if (properties.length === 0) return markup`${name(capital(message))}${factList(facts)}`
  const text = saysMore(difference) && markup`<p class="said">${name(capital(message))}</p>`
  const items = properties.map((property) => markup`<li>${propertyOf(difference, property)}</li>`)
  return markup`${text}<ul class="properties">${items}</ul>`
}

/** The facts about an unmanaged object. */
function factList(facts: Json): Markup | false {
  const items = Object.entries(facts).map(
    ([path, live]) => markup`<li><code class="path">${name(path)}</code>: ${valueCode({ path, live }, 'live')}</li>`,
  )
  return items.length > 0 && markup`<ul class="properties">${items}</ul>`
}

/** A property of a finding or of a fold, in which the declared values can differ. */
type ShownProperty = Property & { isVarious?: boolean }

function propertyOf(difference: Difference, property: ShownProperty): Markup {
  const path = markup`<code class="path">${name(property.path)}</code>`
  if (isSecretChange(property)) return markup`${path}: ${secretChange}`
  const [before, after] = sidesOf(difference).map((side) => {
    const label = difference === 'due' && side === 'declared' ? 'due' : side
    if (side === 'declared' && property.isVarious)
      return markup`<span class="unseen">${label}</span> <em>various values</em>`
    return markup`<span class="unseen">${label}</span> ${valueCode(property, side)}`
  })
  return markup`${path}: ${before} <span aria-hidden="true">→</span> ${after}`
}

function valueCode({ path, ...values }: Property, side: 'declared' | 'live'): Markup {
  const value = values[side]
  if (value === undefined) return markup`<em class="${side}">nothing</em>`
  const isColor = typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  const swatch = isColor && markup`<span class="swatch" style="background:${value}"></span>`
  return markup`${swatch}<code class="${side}">${name(shortened(valueOf(value, path), mostCharacters))}</code>`
}

/** The ignored findings, with reasons and dates. */
export function ignoredSection(findings: readonly Finding[]): Markup {
  const rows = findings.flatMap((finding) => (finding.ignored ? [{ finding, rule: finding.ignored }] : []))
  return markup`<section aria-labelledby="ignored">
<h2 id="ignored">Ignored</h2>
<table>
<thead><tr><th scope="col" class="what">Object</th><th scope="col" class="how">Difference</th><th scope="col">Declared → live</th><th scope="col">Reason</th><th scope="col" class="day">Until</th></tr></thead>
<tbody>
${rows.map(
  ({ finding, rule }) => markup`<tr>
<th scope="row">${what(finding)}<small>${name(placeOf(finding))}, stack ${name(finding.stack)}</small></th>
<td>${badge(finding.difference)}</td>
<td>${details(finding)}</td>
<td data-label="Reason">${name(rule.reason)}</td>
<td data-label="Until">${name(rule.until)}</td>
</tr>
`,
)}</tbody>
</table>
</section>`
}
