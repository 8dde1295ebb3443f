import { timelineStyle } from '../calendar/timeline'

/** The styles of the page, for light and dark screens, phones and paper. */
export const style = `${timelineStyle}
:root {
  color-scheme: light;
  --ink: #1b2127; --soft: #56616c; --paper: #ffffff; --raised: #f4f6f8; --line: #d5dbe1; --focus: #1a5fb4;
  --changed: #7a4d00; --changed-tint: #fdf0d5; --deleted: #a51d2d; --deleted-tint: #fde4e4;
  --disabled: #8a3b00; --disabled-tint: #fbe6d8; --refreshed: #8c2a6b; --refreshed-tint: #fae3f2;
  --due: #5b3fa8; --due-tint: #ece6fb; --unmanaged: #0f6048; --unmanaged-tint: #dcf3ea;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --ink: #e6eaee; --soft: #a3adb8; --paper: #14181c; --raised: #1e242a; --line: #38424c; --focus: #8ab8f5;
    --changed: #f5c76a; --changed-tint: #3a2d10; --deleted: #ff9d9d; --deleted-tint: #431a1d;
    --disabled: #f7b083; --disabled-tint: #40210f; --refreshed: #f2a3d6; --refreshed-tint: #3f1a33;
    --due: #c3b1f7; --due-tint: #2c2349; --unmanaged: #7fdcb8; --unmanaged-tint: #12352a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%; overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.1rem; font-weight: 600; color: var(--soft); }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.05rem; line-height: 1.4; }
h3 small { font-weight: 400; color: var(--soft); }
a { color: inherit; text-underline-offset: .2em; }
a:hover { color: var(--focus); }
p { margin: .5rem 0; max-width: 70ch; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.verdict { margin: .25rem 0 .75rem; max-width: 36em; font-size: 1.7rem; font-weight: 650; line-height: 1.3; text-wrap: balance; }
.facts { margin: 0; color: var(--soft); }
.facts div { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.facts dt { min-width: 5.5rem; }
.facts dd { margin: 0; min-width: 0; flex: 1; color: var(--ink); }
.facts ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.25rem, 1fr)); gap: .75rem; margin: 1.5rem 0; }
.numbers div { display: flex; flex-direction: column-reverse; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); }
.numbers dt { color: var(--soft); font-size: .9rem; }
.numbers dd { margin: 0; font-size: 1.75rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.numbers .none dd { color: var(--soft); font-weight: 400; }
.changed { --tone: var(--changed); --tint: var(--changed-tint); }
.deleted, .failures { --tone: var(--deleted); --tint: var(--deleted-tint); }
.disabled { --tone: var(--disabled); --tint: var(--disabled-tint); }
.refreshed { --tone: var(--refreshed); --tint: var(--refreshed-tint); }
.due { --tone: var(--due); --tint: var(--due-tint); }
.unmanaged { --tone: var(--unmanaged); --tint: var(--unmanaged-tint); }
.numbers div:not(.none) dd { color: var(--tone, var(--ink)); }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--tint); color: var(--tone); font-size: .85rem; font-weight: 600; }
.box { margin: 1.5rem 0; padding: .25rem 1.25rem 1rem; border: 1px solid var(--tone); border-left-width: .4rem; border-radius: .5rem; background: var(--tint); }
.box h2 { margin: .75rem 0 .5rem; color: var(--tone); }
.box ul { margin: 0; padding-left: 1.1rem; }
.box li { margin: .35rem 0; }
.box .said { white-space: pre-line; }
.advice { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1rem; margin: 0; }
.advice dd { margin: 0; max-width: 75ch; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); }
form label { display: grid; gap: .2rem; max-width: 100%; font-size: .9rem; color: var(--soft); }
.said { margin: 0 0 .3rem; }
select, button { width: 100%; min-height: 2.5rem; max-width: 24rem; padding: .35rem .6rem; border: 1px solid var(--soft); border-radius: .35rem; background: var(--paper); color: var(--ink); font: inherit; font-size: 1rem; }
button { width: auto; cursor: pointer; }
.badge, button { overflow-wrap: normal; white-space: nowrap; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
form p { flex-basis: 100%; max-width: none; margin: 0; color: var(--soft); }
table { width: 100%; border-collapse: collapse; }
caption { padding: .75rem 0 .25rem; color: var(--soft); font-size: .9rem; text-align: left; }
th, td { padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-bottom-color: var(--soft); color: var(--soft); font-size: .85rem; font-weight: 600; }
tbody th { font-weight: 500; }
tbody th small { display: block; color: var(--soft); font-weight: 400; }
.what { width: 30%; } .how { width: 8.5rem; } .day { width: 7.5rem; } .moment { width: 13rem; }
.properties { margin: 0; padding: 0; list-style: none; }
.properties li + li { margin-top: .3rem; }
.path { color: var(--soft); }
.live { font-weight: 600; }
.swatch { display: inline-block; width: .8em; height: .8em; margin-right: .3em; border: 1px solid var(--soft); border-radius: .2em; vertical-align: -.05em; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.remedy { margin: .3rem 0 0; color: var(--soft); font-size: .9rem; }
.where { margin: .3rem 0 0; }
.where summary { cursor: pointer; width: fit-content; min-height: 1.5rem; }
.where > ul { margin: .3rem 0 0; padding-left: 1.1rem; }
.where small { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 44rem) {
  body { padding: 1.25rem 1rem 3rem; }
  .verdict { font-size: 1.4rem; }
  .numbers { grid-template-columns: repeat(2, 1fr); }
  .facts dt { flex-basis: 100%; }
  .facts div + div { margin-top: .35rem; }
  .advice { grid-template-columns: 1fr; gap: .15rem; }
  .advice dd { margin-bottom: .6rem; }
  form label { flex: 1 1 100%; min-width: 0; }
  select { max-width: none; }
  table, caption, tbody, tr, tbody th, tbody td { display: block; width: auto; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  tbody th, tbody td { padding: .1rem 0; border: 0; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  form { display: none; }
  tr, .box, .numbers div { break-inside: avoid; }
  h2, h3, thead { break-after: avoid; }
}
`
