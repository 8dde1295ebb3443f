import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { format, resolveConfig } from 'prettier'
import { repositoryRoot } from '../pulumi/paths'
import { edits, tasks, withLine } from './edits'
import { files } from './files'
import { type Form, nounOf } from './names'
import { parents } from './parents'

/** Writes the files of a new kind, and adds it to the lists. Nothing is written if one of the files exists. */
async function write(noun: string, form: Form, folder: string, plural?: string): Promise<void> {
  const named = nounOf(noun, form, plural)
  const created = Object.entries(files(named))
  const existing = created.filter(([file]) => existsSync(join(folder, file)))
  if (existing.length > 0) throw new Error(`${existing.map(([file]) => file).join(', ')} already exists.`)
  const changed = new Map<string, string>()
  for (const edit of edits(named)) {
    changed.set(edit.file, withLine(changed.get(edit.file) ?? readFileSync(join(folder, edit.file), 'utf8'), edit))
  }
  const texts = [...created, ...changed]
  for (const [file, text] of texts) await writeFormatted(join(folder, file), text)
  const written = texts.map(([file]) => file).filter((file) => file.endsWith('.ts'))
  const eslint = join(repositoryRoot, 'node_modules/eslint/bin/eslint.js')
  execFileSync(process.execPath, [eslint, '--fix', ...written], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // With sorted names, imports can have other lines.
  for (const file of written) await writeFormatted(join(folder, file), readFileSync(join(folder, file), 'utf8'))
  // They list all kinds.
  const lists = ['--require', 'ts-node/register/transpile-only', 'tools/kind-lists/index.ts']
  execFileSync(process.execPath, lists, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(`Created:\n${created.map(([file]) => `  ${file}\n`).join('')}`)
  console.log(`Changed:\n${[...changed.keys()].map((file) => `  ${file}\n`).join('')}`)
  console.log(
    `Next:\n${tasks(named)
      .map((task, index) => `  ${index + 1}. ${task}\n`)
      .join('')}`,
  )
}

async function writeFormatted(path: string, text: string): Promise<void> {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }))
}

interface Options {
  parent: Form['parent']
  key: 'id' | 'name'
  update: boolean
  set: boolean
  secret?: string
  folder: string
  plural?: string
}

new Command('npm run new --')
  .description(
    'Creates the files of a new kind of resource, which work in all layers before you adapt them to the API.',
  )
  .argument('<noun>', 'the kind in kebab case, such as protected-tag')
  .option('--plural <words>', 'the plural, such as "deploy keys", if it is not regular')
  .addOption(
    new Option(
      '--parent <parent>',
      'what contains the objects; both: projects and groups have a kind each, with shared code',
    )
      .choices([...Object.keys(parents), 'both'])
      .default('project'),
  )
  .addOption(
    new Option('--key <field>', 'what identifies an object in its parent').choices(['id', 'name']).default('id'),
  )
  .option('--no-update', 'the API cannot change an object, so every change replaces it')
  .option('--set', 'also a resource for a set of the objects', false)
  .option(
    '--secret <field>',
    'a secret that only the response to the creation contains, such as token; the name does not have to be unique',
  )
  .option('--folder <folder>', 'the clone to write to', repositoryRoot)
  .action(async (noun: string, { parent, key, update, set, secret, folder, plural }: Options) => {
    try {
      await write(noun, { parent, byName: key === 'name', hasUpdate: update, hasSet: set, secret }, folder, plural)
    } catch (error) {
      console.error((error as Error).message)
      process.exitCode = 1
    }
  })
  .parse()
