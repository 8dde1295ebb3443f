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
  const { file, packages } = await bundle(dist)
  await writeFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(packages))
  await mkdir(join(folder, 'schema'), { recursive: true })
  await copyFile(join(repositoryRoot, 'schema', 'trueup.schema.json'), join(folder, 'schema', 'trueup.schema.json'))
  console.log(`${relative(process.cwd(), file)} is written, with ${packages.length} packages.`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
