'use strict'
/*
 * Runs a script of the built package many times in one process, each time like the first. Modules below dist/ are
 * loaded again. The others, which take most of the time, are not. Waits before retries are shorter.
 */
const { readFileSync, writeSync } = require('node:fs')
const { dirname, sep } = require('node:path')
const timers = require('node:timers/promises')

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

// A script that calls exit ends the process. The next run starts another one.
process.exit = (code = process.exitCode) => {
  writeSync(1, written.stdout)
  writeSync(2, written.stderr)
  exit(code)
}

const wait = timers.setTimeout
timers.setTimeout = (ms, ...rest) => wait(ms / 50, ...rest)

const load = require.extensions['.js']
require.extensions['.js'] = (module, file) => {
  if (!file.startsWith(built)) return load(module, file)
  // An imported module could not be loaded again.
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

// The script has ended.
process.on('beforeExit', () => {
  if (!process.connected) return
  process.channel.ref()
  process.send({ code: process.exitCode ?? 0, ...written })
})
