// Compares the reviewed preview with a current one, and fails if they differ. "pulumi up --plan" limits the update to the
// planned operations and inputs, but does not check the state that it starts from: for example, an object that was added to
// an exclusive set since the review would also be removed. Ignores the order of lines, because resources are not ordered.
'use strict'

const { readFileSync } = require('node:fs')

/** Progress, and the messages about the saved plan. */
const besides = /^(@ |still running|Update plan written to|Run `pulumi up --plan=)/

const [reviewed, now] = process.argv.slice(2).map((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !besides.test(line))
    // Warnings of Node.js start with the process id.
    .map((line) => line.replace(/\(node:\d+\)/, '(node)'))
    .sort(),
)

const left = [...now]
const gone = reviewed.filter((line) => {
  const at = left.indexOf(line)
  if (at >= 0) left.splice(at, 1)
  return at < 0
})

if (gone.length + left.length === 0) console.log('The preview has not changed since the review.')
else {
  console.error('The preview has changed since the review:')
  for (const line of gone) console.error(`- ${line}`)
  for (const line of left) console.error(`+ ${line}`)
  console.error('Nothing was changed. Run a new pipeline, and review its preview.')
  process.exitCode = 1
}
