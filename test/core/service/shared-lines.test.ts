import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisMachine } from '../../../provider/core/service/machine'
import { SharedLines } from '../../../provider/core/service/shared-lines'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A file with one line, in a folder of its own. */
function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-lines-'))
  folders.push(folder)
  const file = join(folder, 'sub.x-1.jsonl')
  writeFileSync(file, '"first"\n')
  return file
}

describe.each([
  ['a system that shows the open files of processes', thisMachine],
  ['a system without /proc', { openFiles: () => [] }],
])('a file of lines that is deleted, on %s', (_, machine) => {
  const open = (file: string) => new SharedLines(file, machine)
  const contentOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1).sort()

  it('comes back with the next write of a process', () => {
    const file = createFile()
    const [one, two] = [open(file), open(file)]
    expect([one.added(), two.added()]).toEqual([['"first"'], ['"first"']])
    unlinkSync(file)
    one.append('"second"')
    two.append('"third"')
    expect(contentOf(file)).toEqual(['"first"', '"second"', '"third"'])
    expect([...one.added()].sort()).toEqual(['"second"', '"third"'])
    expect(new Set(two.added())).toEqual(new Set(['"second"', '"third"']))
    expect(readdirSync(join(file, '..'))).toHaveLength(1)
  })

  it('comes back together with its folder, by a check of its name', () => {
    const file = createFile()
    const lines = open(file)
    rmSync(join(file, '..'), { recursive: true })
    lines.keepName()
    expect(contentOf(file)).toEqual(['"first"'])
  })

  it('gets the lines back that a process restores without knowing them', () => {
    const file = createFile()
    const [stale, writer] = [open(file), open(file)]
    unlinkSync(file)
    writer.append('"second"')
    unlinkSync(file)
    // Its copy of the file is older than that of the writer.
    stale.append('"third"')
    writer.keepName()
    expect(contentOf(file)).toEqual(['"first"', '"second"', '"third"'])
    expect(new Set(stale.added())).toEqual(new Set(['"first"', '"second"', '"third"']))
    expect(open(file).added().sort()).toEqual(['"first"', '"second"', '"third"'])
  })

  it('keeps a line that is there twice', () => {
    const file = createFile()
    const [one, two] = [open(file), open(file)]
    one.append('"again"')
    one.append('"between"')
    unlinkSync(file)
    two.append('"other"')
    one.append('"again"')
    expect(contentOf(file)).toEqual(['"again"', '"again"', '"between"', '"first"', '"other"'])
  })

  it('reaches all processes after it was deleted many times', () => {
    const file = createFile()
    const processes = [open(file), open(file), open(file)]
    const seen = processes.map(() => new Set<string>())
    for (let round = 0; round < 30; round++) {
      if (round % 3 !== 2) rmSync(file, { force: true })
      processes[(round * 7) % 3]!.append(`"line ${round}"`)
      processes.forEach((lines, at) => lines.added().forEach((line) => seen[at]!.add(line)))
    }
    processes.forEach((lines) => lines.keepName())
    processes.forEach((lines, at) => lines.added().forEach((line) => seen[at]!.add(line)))
    for (const lines of seen) expect(lines.size).toBe(31)
  })
})

describe('a file of lines that lacks a line', () => {
  it('shows this to processes that have it open or open it later, and does not come back', () => {
    const file = createFile()
    const [one, two] = [new SharedLines(file, thisMachine), new SharedLines(file, thisMachine)]
    expect([one.isIncomplete, two.isIncomplete]).toEqual([false, false])
    one.markIncomplete()
    two.append('"second"')
    expect([one.isIncomplete, two.isIncomplete]).toEqual([true, true])
    expect(existsSync(file)).toBe(false)
    const later = new SharedLines(file.replace('.jsonl', '.incomplete'), thisMachine)
    expect([later.isIncomplete, later.added()]).toEqual([true, ['"first"', '"second"']])
  })

  it('gets its mark although it was deleted', () => {
    const file = createFile()
    const lines = new SharedLines(file, thisMachine)
    unlinkSync(file)
    lines.markIncomplete()
    expect(lines.isIncomplete).toBe(true)
  })

  it('counts as incomplete while its last line has no end', () => {
    const file = createFile()
    const lines = new SharedLines(file, thisMachine)
    appendFileSync(file, '"sec')
    expect([lines.added(), lines.hasPartialLine, lines.isIncomplete]).toEqual([['"first"'], true, true])
    appendFileSync(file, 'ond"\n')
    expect([lines.added(), lines.hasPartialLine, lines.isIncomplete]).toEqual([['"second"'], false, false])
  })
})
