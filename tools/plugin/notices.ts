import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'

/** The licenses of packages that are copied into a bundle. @throws Error if a package has no license text. */
export async function noticesOf(packages: readonly string[]): Promise<string> {
  const notices = await Promise.all(packages.map(noticeOf))
  return `trueup-plugin contains these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}

async function noticeOf(folder: string): Promise<string> {
  const path = join(repositoryRoot, folder)
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const files = (await readdir(path)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')))
  if (license === undefined && texts.length === 0) throw new Error(`${folder} has no license.`)
  return `${name} ${version} (${license ?? 'see below'})\n\n${texts.map((text) => `${text.trim()}\n`).join('\n')}`
}
