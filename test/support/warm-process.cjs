'use strict'
/*
 * Runs a script of the built package again and again in one process, each time as if it were the first: what is below
 * dist/ is loaded anew, the rest, which takes most of the time, is not.
 */
const { readFileSync, writeSync } = require('node:fs')
const { dirname, sep } = require('node:path')

const script = process.argv[2]
const built = `${dirname(dirname(script))}${sep}`
const exit = process.exit.bind(process)
let written = { stdout: '', stderr: '' }

for (const stream of ['stdout', 'stderr']) {
  process[stream].setMaxListeners(0)
  process[stream].write = (chunk, encoding, done = encoding) => {
    written[stream] += chunk.toString()
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
}

// Whoever wants to end at once gets it; the next run has a process of its own.
process.exit = (code = process.exitCode) => {
  writeSync(1, written.stdout)
  writeSync(2, written.stderr)
  exit(code)
}

const load = require.extensions['.js']
require.extensions['.js'] = (module, file) => {
  if (!file.startsWith(built)) return load(module, file)
  // What is imported could never be loaded anew.
  const text = readFileSync(file, 'utf8').replace(/\bimport\(('\.[^']+')\)/g, 'Promise.resolve(require($1))')
  module._compile(text, file)
}

process.on('message', ({ args, cwd, env }) => {
  for (const file of Object.keys(require.cache)) if (file.startsWith(built)) delete require.cache[file]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.argv = [process.execPath, script, ...args]
  process.exitCode = undefined
  written = { stdout: '', stderr: '' }
  process.channel.unref()
  require(script)
})

// Nothing is left to be done: here the script would have ended.
process.on('beforeExit', () => {
  if (!process.connected) return
  process.channel.ref()
  process.send({ code: process.exitCode ?? 0, ...written })
})
