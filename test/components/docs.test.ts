import { page } from '../shared/markdown'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

/** Files with the errors of the example, on its lines. */
const files = {
  'projects/api.yaml': `projects:
  acme/api:
    freezePeriods: {}
    triggerTokens: {}
    lables: {}
`,
  'projects/web.yaml': `projects:
  acme/web:
    labels:
      bug: { color: crimsn }
    remoteMirrors:
      backup:
        url: https://backup.example.com/acme/web.git
        enabled: true
        password: change-me
`,
}

it('reports the errors of files as docs/projects-as-data.md shows them', () => {
  const { text } = page('docs/projects-as-data.md').blocks.find((block) =>
    block.text.startsWith("The projects' files have"),
  )!
  const shown = text.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]))
  // The page cuts the last error off.
  const [last = ''] = shown.slice(-1)
  expect(last).toMatch(/: …$/)
  const errors = program.errors(files)
  expect([...errors.slice(0, -1), `${errors.at(-1)!.slice(0, last.length - 1)}…`]).toEqual(shown)
})
