import { PulumiStack } from '../support/pulumi'

/** What goes wrong in a constructor is told with the line of the program. */
it('an error in a constructor names the line of the program that it came from', async () => {
  const stack = await PulumiStack.create({
    program: `
const trueup = require('trueup')
function declare() {
  new trueup.Label('', { project: 'acme/web', name: 'bug', color: 'red' })
}
try {
  declare()
} catch (error) {
  console.log('STACK', JSON.stringify(error.stack))
}
console.log('LIMIT', Error.stackTraceLimit)
`,
    env: { TRUEUP_BASE_URL: 'http://127.0.0.1:1', TRUEUP_TOKEN: 'none' },
  })
  try {
    const { stdout } = await stack.preview()
    expect(stdout).toMatch(/STACK .*Missing resource name argument.*declare .*index\.js:4/)
    expect(stdout).toMatch(/LIMIT [1-9]\d*/)
  } finally {
    await stack.close()
  }
}, 60_000)
