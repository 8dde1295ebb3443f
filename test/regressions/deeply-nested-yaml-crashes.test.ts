import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIgnoreFile } from '../../cli/drift/ignore'
import { Problems } from '../../provider/components/problems'
import { treesOf } from '../../provider/components/yaml-tree'

const folder = mkdtempSync(join(tmpdir(), 'trueup-nesting-'))
const file = join(folder, 'ignore.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

// On the last bit of its stack, V8 ends a process that compiles a pattern: no error could be caught.
it.each(['['.repeat(20_000), '- '.repeat(20_000), '{a: '.repeat(20_000)])(
  'reports a deeply nested file instead of crashing',
  async (text) => {
    const problems = new Problems()
    expect(treesOf('web.yaml', `# first line\n${text}`, problems)).toEqual([])
    expect(problems.toString()).toContain('web.yaml:2:')
    expect(problems.toString()).toContain('nested too deeply')
    writeFileSync(file, `# first line\n${text}`)
    await expect(readIgnoreFile(file, '2026-06-15')).rejects.toThrow(
      `${file}: the file is nested too deeply in line 2.`,
    )
  },
)

it('matches a pattern with many stars as fast as one with few', async () => {
  writeFileSync(file, `- {name: "${'a*'.repeat(40)}b", reason: a test, until: 2027-01-31}`)
  const [rule] = await readIgnoreFile(file, '2026-06-15')
  const began = performance.now()
  expect(rule!.matches.name!('a'.repeat(5_000))).toBe(false)
  expect(performance.now() - began).toBeLessThan(2_000)
})
