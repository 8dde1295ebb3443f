import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { repositoryRoot } from '../pulumi/paths'

/** A program of the package `trueup-plugin`. */
export interface Bundled {
  file: string
  /** The folders of the packages in it. */
  packages: string[]
}

/**
 * Bundles a program into one file, so that it needs no other package: an engine starts the plugin in folders of any
 * project, with any versions of its packages.
 *
 * @param entry The path of its source from the root of the repository.
 */
export async function bundle(entry: string, file: string): Promise<Bundled> {
  const { metafile } = await build({
    entryPoints: [join(repositoryRoot, entry)],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    // Modules that are not CommonJS have it instead of `__filename`.
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: '"use strict";const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    metafile: true,
    absWorkingDir: repositoryRoot,
    // Pulumi loads the compiler for programs in TypeScript and for functions that it serializes. The plugin has
    // neither.
    external: ['typescript', 'ts-node', 'prettier'],
    plugins: [pulumiInBundle, kindsInBundle],
    logLevel: 'warning',
  })
  const packages = Object.keys(metafile.inputs).flatMap((input) => {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.split(sep).join('/'))
    return found ? [found[0]] : []
  })
  return { file, packages: [...new Set(packages)].sort() }
}

/** The bundle contains Pulumi's protocol, which other processes resolve from the installed package. */
const pulumiInBundle: Plugin = {
  name: 'pulumi-in-bundle',
  setup({ onLoad }) {
    onLoad({ filter: /core[\\/]service[\\/]pulumi-modules\.ts$/ }, () => ({
      contents: `export const pulumiModules = {
        grpc: () => require('@grpc/grpc-js'),
        engine: () => require('@pulumi/pulumi/proto/engine_pb'),
        engineService: () => require('@pulumi/pulumi/proto/engine_grpc_pb'),
        provider: () => require('@pulumi/pulumi/proto/provider_pb'),
        providerService: () => require('@pulumi/pulumi/proto/provider_grpc_pb'),
        plugin: () => require('@pulumi/pulumi/proto/plugin_pb'),
        status: () => require('@pulumi/pulumi/proto/status_pb'),
        any: () => require('google-protobuf/google/protobuf/any_pb'),
        empty: () => require('google-protobuf/google/protobuf/empty_pb'),
        struct: () => require('google-protobuf/google/protobuf/struct_pb'),
      }`,
      resolveDir: repositoryRoot,
    }))
  },
}

/** The bundle contains all kinds, which other processes load by the names of their files. */
const kindsInBundle: Plugin = {
  name: 'kinds-in-bundle',
  setup({ onLoad }) {
    onLoad({ filter: /core[\\/]engine[\\/]load\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replace('`../../resources/${kind}`', '`../../resources/${kind}.ts`')
      if (contents === source) throw new Error(`${path} does not load ../../resources/<kind>.`)
      return { contents, loader: 'ts' }
    })
  },
}
