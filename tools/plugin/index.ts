import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { bundle } from './bundle'
import { noticesOf } from './notices'

/** `npm run build:plugin`: writes the files of the package `trueup-plugin` that are not in the repository. */
async function main(): Promise<void> {
  const folder = join(repositoryRoot, 'plugin')
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  const bundled = [
    await bundle('provider/native/start.ts', join(dist, 'plugin.js')),
    await bundle('provider/native/main.ts', join(dist, 'provider.js')),
    await bundle('cli/plugin.ts', join(dist, 'cli.js')),
  ]
  const packages = new Set(bundled.flatMap(({ packages }) => packages))
  await writeFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), await noticesOf([...packages].sort()))
  await mkdir(join(folder, 'schema'), { recursive: true })
  await copyFile(join(repositoryRoot, 'schema', 'trueup.schema.json'), join(folder, 'schema', 'trueup.schema.json'))
  for (const { file, packages } of bundled) {
    console.log(`${relative(process.cwd(), file)} is written, with ${packages.length} packages.`)
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
