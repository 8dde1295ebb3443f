import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { repositoryRoot } from '../pulumi/paths'
import { lists } from './lists'

new Command('npm run kind-lists --')
  .description('Writes the sources that only list the kinds.')
  .option('--check', 'only report which of them are out of date')
  .action(async ({ check = false }: { check?: boolean }) => {
    for (const [file, text] of Object.entries(await lists())) {
      const path = join(repositoryRoot, file)
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
      if (check) process.exitCode = 1
      else writeFileSync(path, text)
      console.log(check ? `${file} is out of date: run "npm run kind-lists".` : `${file} is written.`)
    }
  })
  .parse()
