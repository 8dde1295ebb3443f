'use strict'
/*
 * Preloaded into the programs and providers of end-to-end tests. Pulumi's SDK loads TypeScript and npm's dependency
 * resolver in each of its processes, for functions that are stored as text, and OpenTelemetry, for traces: tests have
 * none. They take most of the start time of such a process, so they are loaded on first use. It also reads the source maps
 * of installed packages for each stack trace, of which tests only use the lines of programs.
 */
const Module = require('node:module')
const { sep } = require('node:path')

const late = new Set(['typescript', '@npmcli/arborist', 'js-yaml', 'normalize-package-data'])
/** Pulumi's SDK takes exports of these modules at once, so the exports are also loaded on first use. */
const lateExports = /^@opentelemetry\/(?!api$)/
const sdk = `${sep}@pulumi${sep}pulumi${sep}`
const load = Module._load

const lazy = (get) =>
  new Proxy(function () {}, {
    get: (_, name) => get()[name],
    apply: (_, self, values) => get().apply(self, values),
    construct: (_, values) => new (get())(...values),
  })

/** Source maps of programs, and none of packages. */
function skipMapsOfPackages() {
  const retrieveSourceMap = (file) =>
    file.includes(`${sep}node_modules${sep}`)
      ? { url: file, map: { version: 3, sources: [], names: [], mappings: '' } }
      : null
  require('source-map-support').install({ retrieveSourceMap })
}

Module._load = function (request, parent, isMain) {
  if (request === 'source-map-support/register' && parent?.filename?.includes(sdk)) {
    const registered = load.call(this, request, parent, isMain)
    skipMapsOfPackages()
    return registered
  }
  const isLate = late.has(request) || lateExports.test(request)
  if (!isLate || !parent?.filename?.includes(sdk)) return load.call(this, request, parent, isMain)
  let loaded
  const module = () => (loaded ??= load.call(this, request, parent, isMain))
  return new Proxy(function () {}, {
    get(_, name) {
      // Compiled imports of CommonJS modules read this first. Without it they copy every property at once.
      if (name === '__esModule') return true
      if (lateExports.test(request)) return lazy(() => module()[name])
      return name === 'default' ? module() : module()[name]
    },
  })
}
