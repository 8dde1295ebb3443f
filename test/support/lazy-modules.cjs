'use strict'
/*
 * Preloaded into the programs and providers of end-to-end tests. Pulumi's SDK loads TypeScript and npm's dependency
 * resolver in each of its processes, for functions that are stored as text: Trueup has none. They take two thirds of
 * the start time of such a process, so they are loaded on first use.
 */
const Module = require('node:module')
const { sep } = require('node:path')

const late = new Set(['typescript', '@npmcli/arborist'])
const sdk = `${sep}@pulumi${sep}pulumi${sep}`
const load = Module._load

Module._load = function (request, parent, isMain) {
  if (!late.has(request) || !parent?.filename?.includes(sdk)) return load.call(this, request, parent, isMain)
  let loaded
  const module = () => (loaded ??= load.call(this, request, parent, isMain))
  return new Proxy(function () {}, {
    get(_, name) {
      // Compiled imports of CommonJS modules read this first. Without it they copy every property at once.
      if (name === '__esModule') return true
      return name === 'default' ? module() : module()[name]
    },
  })
}
