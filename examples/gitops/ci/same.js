// Compares the reviewed preview with a current one, and fails if they differ. "pulumi up --plan" limits the update to the
// planned operations and inputs, but does not check the state that it starts from: for example, an object that was added to
// an exclusive set since the review would also be removed. Ignores the order of resources, which is not fixed.
'use strict'

const { readFileSync } = require('node:fs')

/** Progress, and the messages about the saved plan. */
const besides = /^(@ |still running|Update plan written to|Run `pulumi up --plan=)/

/** The lines of a preview by the URN of their resource. Lines that belong to no resource are under "". */
function blocksOf(file) {
  const blocks = new Map()
  let urn = ''
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !besides.test(line))
    // Warnings of Node.js start with the process id.
    .map((line) => line.replace(/\(node:\d+\)/, '(node)'))
  lines.forEach((line, at) => {
    // The lines after the header of a resource, such as `~ trueup:Label: (update)`, are its id and its URN.
    const [first = '', second = ''] = lines.slice(at + 1)
    const found = /^\s*\[urn=(.+)\]$/.exec(/^\s*\[id=/.test(first) ? second : first)
    if (found && !/^\s*\[id=/.test(line)) urn = found[1]
    else if (/^(Diagnostics|Resources|Outputs|Policies):/.test(line)) urn = ''
    blocks.set(urn, [...(blocks.get(urn) ?? []), line])
  })
  return blocks
}

/** The lines that only one of two blocks has, in any order. */
function differences(before, after) {
  const added = [...after]
  const removed = before.filter((line) => {
    const at = added.indexOf(line)
    if (at >= 0) added.splice(at, 1)
    return at < 0
  })
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
}

/** `urn:pulumi:prod::config::trueup:Label::bug` → `trueup:Label bug` */
const nameOf = (urn) => (urn === '' ? 'the stack' : urn.split('::').slice(-2).join(' '))

const [reviewed, now] = process.argv.slice(2).map(blocksOf)
const changed = [...new Set([...reviewed.keys(), ...now.keys()])]
  .map((urn) => [nameOf(urn), differences(reviewed.get(urn) ?? [], now.get(urn) ?? [])])
  .filter(([, lines]) => lines.length > 0)

if ([...now.values()].flat().some((line) => /^\s*(\S+ \(\S+\): )?error: /.test(line))) {
  // Two previews can fail with the same error.
  console.error('The preview failed. Nothing was changed. Correct the error above, and run a new pipeline.')
  process.exitCode = 1
} else if (changed.length === 0) console.log('The preview has not changed since the review.')
else {
  console.error(`The preview has changed since the review, for ${changed.map(([name]) => name).join(', ')}:`)
  for (const [name, lines] of changed) console.error([`${name}:`, ...lines.map((line) => `  ${line}`)].join('\n'))
  console.error('Nothing was changed. Run a new pipeline, and review its preview.')
  process.exitCode = 1
}
