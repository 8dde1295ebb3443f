// Compares the preview that was reviewed with one of now, and fails where they differ. "pulumi up --plan" holds the
// update to the planned operations and inputs, but not to the state that it begins with: an object that appeared since in
// an exclusive set, for example, would be removed with those that were reviewed. The order of resources is chance.
'use strict'

const { readFileSync } = require('node:fs')

/** Progress, and what a preview says that saves a plan. */
const besides = /^(@ |still running|Update plan written to|Run `pulumi up --plan=)/

const [reviewed, now] = process.argv.slice(2).map((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !besides.test(line))
    // Warnings of Node.js begin with the number of the process.
    .map((line) => line.replace(/\(node:\d+\)/, '(node)'))
    .sort(),
)

const left = [...now]
const gone = reviewed.filter((line) => {
  const at = left.indexOf(line)
  if (at >= 0) left.splice(at, 1)
  return at < 0
})

if (gone.length + left.length === 0) console.log('The preview is the one that was reviewed.')
else {
  console.error('The preview is not the one that was reviewed any more:')
  for (const line of gone) console.error(`- ${line}`)
  for (const line of left) console.error(`+ ${line}`)
  console.error('Nothing was changed. Run a new pipeline, and review its preview.')
  process.exitCode = 1
}
