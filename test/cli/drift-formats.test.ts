import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { type DriftReport, isDrift } from '../../cli/drift/finding'
import type { FormatName } from '../../cli/drift/format-names'
import { formats } from '../../cli/drift/formats'
import { visible } from '../../cli/shared/characters'
import { everything, finding, many, named, report } from '../support/drift-report'
import { parseXml, type XmlElement } from '../support/xml'

const schema = (name: string) =>
  JSON.parse(readFileSync(join(__dirname, '..', 'fixtures', 'schemas', `${name}.json`), 'utf8')) as Record<
    string,
    never
  >

const write = (name: FormatName, of: DriftReport): string => formats[name](of, { colors: false })
const names = Object.keys(formats) as FormatName[]

/** Strings with special characters of the formats. */
const hostile = {
  HTML: `"><script>alert(1)</script><img src=x onerror='alert(2)'> </style></title><!-- --> &lt;b&gt; &#60;`,
  Markdown: '`a` | b \\| c @all #1 !2 ~bug $x$ :tada: [l](https://evil.example) **b** <br> www.evil.example deadbeef1',
  'a terminal': 'a\u001b[31mred\u001b]8;;https://evil.example\u0007 \u009b2J\r\n/close\u202etxt\u0000\u2028end',
  XML: ']]> <![CDATA[ &amp; &bogus; \u0001\u000b\ufffe\uffff \ud800 "quoted" \'single\'',
  'JSON or SARIF': '{"a":[1]} {0} [text](1) \\" \\u0041 \u2029',
}

describe('the text format of drift', () => {
  it('shows the declared and live values, by stack and project', () => {
    expect(write('text', everything())).toMatchInlineSnapshot(`
     "Stack prod

       project acme/web
         ~ label "label-1" changed
             color: "#D9534F" → "#FF0000"
             description: nothing → "Something is wrong"
             Do what remedy changed says.
         ~ label "area: api" changed
             priority: 3 → null
             Do what remedy changed says.
         - label "label-3" is gone.
             Do what remedy deleted says.
         + label "wip" exists, but its exclusive set does not declare it. The next "pulumi up --refresh" deletes it.
             Declare it to keep it.
         3 labels and 1 remote mirror in acme/web not declared by any stack
           + label "label-5"
           + label "label-6"
           + label "label-7"
           + mirror of https://backup.example.com/web.git
             Do what remedy unmanaged says.

       group acme
         ! group access token "deploy" is due to be rotated.
             expiresAt: "2026-06-20" → "2026-09-01"
             Do what remedy due says.

     Stack dev

       project acme/web
         ~ mirror "offsite" changed
             password: changed (the value is secret)
             Do what remedy changed says.

       no project or group
         - repository storage move 7 is gone.
             Do what remedy deleted says.

     Ignored
       2 until 2026-12-31: Agreed with operations

     Could not be compared
       ✗ urn:pulumi:dev::shop::pulumi-nodejs:dynamic/trueup:Label::lost
           gitlab.example.com responded with 503.
           Try again later.
       ✗ stack archive
           Project 9 cannot be seen: the token needs the role Reporter there.

     11 differences: 2 deleted, 3 changed, 1 due, 5 unmanaged. Not everything could be compared: 2 failures.
     129 resources of 2 stacks compared, 2 differences ignored.
     "
    `)
  })

  it('prints one sentence if there is no drift', () => {
    expect(write('text', report())).toBe('No drift.\n129 resources of 2 stacks compared.\n')
  })

  it('writes the same words with and without colors', () => {
    const colored = formats.text(everything(), { colors: true })
    expect(colored).toContain('\u001b[31m')
    expect(stripVTControlCharacters(colored)).toBe(write('text', everything()))
  })

  it('shows every remedy of unmanaged objects if there are several', () => {
    const message = 'exists, but no stack declares it.'
    const two = [1, 2].map((number) =>
      finding(number, { difference: 'unmanaged', message, remedy: `Remedy ${number}.` }),
    )
    expect(write('text', report({ findings: two }))).toMatch(/label-1"\n +Remedy 1\.\n.*\n.*label-2"\n +Remedy 2\.\n/)
  })
})

describe('the JSON format of drift', () => {
  it('writes the report with a version and a summary', () => {
    const { version, summary, ...rest } = JSON.parse(write('json', everything())) as Record<string, unknown>
    expect(version).toBe(2)
    expect(summary).toEqual({
      stacks: 2,
      resources: 129,
      drift: 11,
      deleted: 2,
      changed: 3,
      disabled: 0,
      due: 1,
      refreshed: 0,
      unmanaged: 5,
      ignored: 2,
      failures: 2,
    })
    expect(rest).toEqual(JSON.parse(JSON.stringify(everything())))
  })

  it('writes keys in a fixed order', () => {
    const backwards = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(backwards)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, each]) => [key, backwards(each)]),
      )
    }
    expect(write('json', backwards(everything()) as DriftReport)).toBe(write('json', everything()))
  })
})

describe('the Markdown format of drift', () => {
  it('writes a comment with a marker for pipelines, and a table for each project', () => {
    expect(write('markdown', everything())).toMatchInlineSnapshot(`
     "<!-- trueup drift -->
     ## Drift: 2 deleted, 3 changed, 1 due, 5 unmanaged; not everything could be compared

     | Stack | Resources | Deleted | Changed | Refreshed | Disabled | Due | Unmanaged | Ignored | Failures |
     | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
     | <code>prod</code> | 128 | 1 | 2 | 0 | 0 | 1 | 5 | 2 | 0 |
     | <code>dev</code> | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 1 |
     | <code>archive</code> | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |
     | all 3 | 129 | 2 | 3 | 0 | 0 | 1 | 5 | 2 | 2 |

     129 resources of 2 stacks compared, 2 differences ignored. Compared on 2026-06-15 09:30 UTC with <code>https&#58;//gitlab.example.com</code> and <code>https&#58;//git.example.org/gitlab</code>.

     - deleted: Do what remedy deleted says.
     - changed: Do what remedy changed says.
     - due: Do what remedy due says.

     ### Could not be compared

     - <code>urn&#58;pulumi&#58;dev&#58;&#58;shop&#58;&#58;pulumi-nodejs&#58;dynamic/trueup&#58;Label&#58;&#58;lost</code><br>gitlab.example.com responded with 503…<br>…
     - <code>stack archive</code><br>Project 9 cannot be seen: the token needs the role Reporter there…

     ### By object

     - deleted: <code>label &#34;label-3&#34;</code> in <code>acme/web</code>: is gone.
     - deleted: <code>repository storage move 7</code> in no project or group: is gone.
     - changed: <code>label &#34;area&#58; api&#34;</code> in <code>acme/web</code>: <code>priority&#58; 3 → null</code>
     - changed: <code>label &#34;label-1&#34;</code> in <code>acme/web</code>: <code>color&#58; &#34;&#35;D9534F&#34; → &#34;&#35;FF0000&#34;</code>, <code>description&#58; nothing → &#34;Something is wrong&#34;</code>
     - changed: <code>mirror &#34;offsite&#34;</code> in <code>acme/web</code>: <code>password&#58; changed (the value is secret)</code>
     - due: <code>group access token &#34;deploy&#34;</code> in <code>acme</code>: <code>expiresAt&#58; &#34;2026-06-20&#34; → &#34;2026-09-01&#34;</code>
     - unmanaged: <code>label &#34;label-5&#34;</code> in <code>acme/web</code>: exists, but no stack declares it.
     - unmanaged: <code>label &#34;label-6&#34;</code> in <code>acme/web</code>: exists, but no stack declares it.
     - unmanaged: <code>label &#34;label-7&#34;</code> in <code>acme/web</code>: exists, but no stack declares it.
     - unmanaged: <code>label &#34;wip&#34;</code> in <code>acme/web</code>: exists, but its exclusive set does not declare it. The next "pulumi up --refresh" deletes it.
     - unmanaged: <code>mirror of https&#58;//backup.example.com/web.git</code> in <code>acme/web</code>: exists, but no stack declares it.

     ### Project <code>acme/web</code>, stack <code>prod</code>

     | Object | Difference | Declared → live |
     | --- | --- | --- |
     | [<code>label &#34;label-1&#34;</code>](https://gitlab.example.com/acme/web/-/labels?search=label-1) | changed | <code>color</code>: <code>&#34;&#35;D9534F&#34;</code> → <code>&#34;&#35;FF0000&#34;</code><br><code>description</code>: nothing → <code>&#34;Something is wrong&#34;</code> |
     | <code>label &#34;area&#58; api&#34;</code> | changed | <code>priority</code>: <code>3</code> → <code>null</code> |
     | <code>label &#34;label-3&#34;</code> | deleted | is gone. |
     | <code>label &#34;wip&#34;</code> | unmanaged | exists, but its exclusive set does not declare it. The next "pulumi up --refresh" deletes it.<br>Declare it to keep it. |
     | <code>label &#34;label-5&#34;</code> | unmanaged | exists, but no stack declares it.<br>Do what remedy unmanaged says. |
     | <code>label &#34;label-6&#34;</code> | unmanaged | exists, but no stack declares it.<br>Do what remedy unmanaged says. |
     | <code>label &#34;label-7&#34;</code> | unmanaged | exists, but no stack declares it.<br>Do what remedy unmanaged says. |
     | <code>mirror of https&#58;//backup.example.com/web.git</code> | unmanaged | exists, but no stack declares it.<br>Do what remedy unmanaged says. |

     ### Group <code>acme</code>, stack <code>prod</code>

     | Object | Difference | Declared → live |
     | --- | --- | --- |
     | <code>group access token &#34;deploy&#34;</code> | due | is due to be rotated.<br><code>expiresAt</code>: <code>&#34;2026-06-20&#34;</code> → <code>&#34;2026-09-01&#34;</code> |

     ### Project <code>acme/web</code>, stack <code>dev</code>

     | Object | Difference | Declared → live |
     | --- | --- | --- |
     | <code>mirror &#34;offsite&#34;</code> | changed | <code>password</code>: changed (the value is secret) |

     ### No project or group, stack <code>dev</code>

     | Object | Difference | Declared → live |
     | --- | --- | --- |
     | <code>repository storage move 7</code> | deleted | is gone. |

     <details>
     <summary>Ignored: 2</summary>

     | Object | Project or group | Difference | Reason | Until |
     | --- | --- | --- | --- | --- |
     | <code>label &#34;label-11&#34;</code> | <code>acme/web</code> | changed | Agreed with operations | 2026-12-31 |
     | <code>label &#34;label-12&#34;</code> | <code>acme/web</code> | changed | Agreed with operations | 2026-12-31 |

     </details>
     "
    `)
  })

  it('collapses the tables in Markdown if there are more than 20 findings', () => {
    expect(write('markdown', many(20))).not.toContain('<details>')
    expect(write('markdown', many(21))).toContain('<details>\n<summary>Project <code>acme/web</code>, stack')
  })

  it.each([500, 5000])('limits the length of a comment with %i findings, and counts the omitted ones', (count) => {
    const text = write('markdown', many(count))
    expect(text.length).toBeGreaterThan(55_000)
    expect(text.length).toBeLessThanOrEqual(60_000)
    const shown = text.match(/^\| <code>label .* \| changed \| .* \|$/gm) ?? []
    const [, left] = /\nNot listed here: (\d+) findings\. The other formats list all of them\.\n$/.exec(text) ?? []
    expect(shown.length + Number(left)).toBe(count)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  })

  it('limits the length of a comment with long names and messages', () => {
    const long = '|'.repeat(5_000)
    const stacks = Array.from({ length: 60 }, (_, at) => ({ name: `${at} ${long}`, resources: 1 }))
    const failures = stacks.map(({ name }) => ({ stack: name, message: `${long}\n`.repeat(50) }))
    const findings = stacks.map(({ name }, at) =>
      finding(at, {
        stack: name,
        subject: long,
        parent: long,
        properties: stacks.map(({ name: path }) => ({ path, declared: long, live: [long] })),
      }),
    )
    const services = stacks.map(({ name }) => name)
    const text = write('markdown', report({ services, stacks, failures, findings }))
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text).toMatch(/\nNot listed here: .*\d+ findings/)
  })

  it.each(Object.entries(hostile))('escapes values with a meaning in %s in Markdown', (_, text) => {
    const [lines, plain] = [text, 'plain'].map((each) => write('markdown', named(each)).trim().split('\n').slice(1))
    const cells = (line: string) => line.split('|').length
    expect(lines!.map(cells)).toEqual(plain!.map(cells))
    for (const line of lines!) {
      const rest = line
        .replace(/<code>[^<>`*_[\]~@!|$:^{}%\\]*<\/code>/g, '')
        .replace(/\[\]\(https:\/\/gitlab\.example\.com\/[\w./:?#&=%~+-]*\)/, '')
        .replace(/<(?:br|\/?details|\/?summary)>|^#{2,3} /g, '')
      expect(rest).not.toMatch(/[<>`*_[\]~#@!$^{}%\\&]|www\.|:\/|deadbeef/)
    }
  })

  it('keeps every character of a value in Markdown', () => {
    for (const text of Object.values(hostile)) {
      const [, code] = /, stack <code>([^<]*)/.exec(write('markdown', named(text))) ?? []
      const shown = code?.replace(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number)))
      expect(shown).toBe(visible(text))
    }
  })
})

const children = (element: XmlElement): XmlElement[] => element.children.flatMap((each) => [each, ...children(each)])

/** Checks elements and attributes as Jenkins does, and the sums. */
function junitOf(of: DriftReport): XmlElement {
  const root = parseXml(write('junit', of))
  const rules = schema('junit') as Record<string, Record<'children' | 'required' | 'optional', string[]>>
  for (const element of [root, ...children(root)]) {
    const { name, attributes } = element
    const rule = rules[name]!
    expect(rule.children).toEqual(expect.arrayContaining(element.children.map((child) => child.name)))
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(rule.required))
    expect([...rule.required, ...rule.optional]).toEqual(expect.arrayContaining(Object.keys(attributes)))
    const cases = children(element).filter((each) => each.name === 'testcase')
    if (name !== 'testsuite' && name !== 'testsuites') continue
    const count = (kind: string) => String(cases.filter(({ children: [first] }) => first?.name === kind).length)
    expect(attributes).toMatchObject({
      tests: String(cases.length),
      failures: count('failure'),
      errors: count('error'),
    })
    if (name === 'testsuite') expect(attributes.skipped).toBe(count('skipped'))
  }
  return root
}

describe('the JUnit format of drift', () => {
  it('writes a suite for each stack, and a test for each finding and failure', () => {
    const root = junitOf(everything())
    expect(root.children.map(({ attributes }) => [attributes.name, attributes.tests])).toEqual([
      ['prod', '12'],
      ['dev', '3'],
      ['archive', '1'],
    ])
    const tests = root.children.flatMap((suite) => suite.children)
    const ids = tests.map(({ attributes }) => `${attributes.classname} ${attributes.name}`)
    expect(new Set(ids).size).toBe(tests.length)
    const [first] = tests
    expect(first?.attributes).toEqual({
      classname: 'prod.label',
      name: 'label "label-1" (1/1) of project acme/web changed',
    })
    expect(first?.children[0]?.text.trim().split('\n')).toEqual([
      'color: "#D9534F" → "#FF0000"',
      'description: nothing → "Something is wrong"',
      'Do what remedy changed says.',
      'https://gitlab.example.com/acme/web/-/labels?search=label-1',
      'urn:pulumi:prod::shop::pulumi-nodejs:dynamic/trueup:Label::label-1',
    ])
    const skipped = tests.flatMap((test) => test.children).filter(({ name }) => name === 'skipped')
    expect(skipped.map(({ attributes }) => attributes.message)).toEqual(
      Array(2).fill('until 2026-12-31: Agreed with operations'),
    )
  })

  it('writes a test that passes for each stack without drift', () => {
    const ignored = { reason: 'Known', until: '2026-12-31' }
    const root = junitOf(report({ findings: [finding(1, { ignored })] }))
    expect(root.children.map((suite) => suite.children.map(({ attributes }) => attributes.name))).toEqual([
      ['label "label-1" (1/1) of project acme/web changed', 'no drift'],
      ['no drift'],
    ])
  })

  it.each(Object.entries(hostile))('writes well-formed XML for values with a meaning in %s', (_, text) => {
    expect(junitOf(named(text)).children).toHaveLength(1)
  })
})

describe('the SARIF format of drift', () => {
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }))
  const { id: _, $schema: __, ...draft } = schema('sarif-2.1.0')
  const isValid = ajv.compile(draft)
  interface Log {
    runs: [{ results: Result[]; invocations: [Invocation]; tool: { driver: { rules: { id: string }[] } } }]
  }
  interface Result {
    ruleId: string
    ruleIndex: number
    message: { text: string }
    partialFingerprints: Record<string, string>
    suppressions: object[]
  }
  interface Invocation {
    executionSuccessful: boolean
    toolExecutionNotifications: { message: { text: string } }[]
  }

  const runOf = (of: DriftReport) => {
    const log = JSON.parse(write('sarif', of)) as Log
    isValid(log)
    expect(isValid.errors).toBeNull()
    return log.runs[0]
  }

  it('writes a result with a fingerprint for each finding', () => {
    const { findings } = everything()
    const { results, tool } = runOf(everything())
    expect(results.map(({ partialFingerprints }) => partialFingerprints)).toEqual(
      findings.map(({ fingerprint, formerFingerprints: [former = fingerprint] = [] }) => ({
        primaryLocationLineHash: fingerprint,
        'trueup/v1': former,
        'trueup/v2': fingerprint,
      })),
    )
    for (const [at, { ruleId, ruleIndex, message }] of results.entries()) {
      expect(ruleId).toBe(`trueup/${findings[at]!.difference}`)
      expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId)
      expect(message.text).toContain(findings[at]!.message)
    }
  })

  it('suppresses ignored results, with the reason', () => {
    const suppressed = runOf(everything()).results.filter(({ suppressions }) => suppressions.length > 0)
    expect(suppressed.map(({ suppressions }) => suppressions)).toEqual(
      Array(2).fill([
        { kind: 'external', status: 'accepted', justification: 'Agreed with operations (until 2026-12-31)' },
      ]),
    )
  })

  it('marks the run as unsuccessful if something could not be compared', () => {
    expect(runOf(report()).invocations[0]).toMatchObject({ executionSuccessful: true, toolExecutionNotifications: [] })
    const { executionSuccessful, toolExecutionNotifications } = runOf(everything()).invocations[0]
    expect(executionSuccessful).toBe(false)
    expect(toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/trueup:Label::lost could not be compared: gitlab.example.com responded with 503.\\nTry again later.',
      'stack archive could not be compared: Project 9 cannot be seen: the token needs the role Reporter there.',
    ])
  })

  it.each(Object.entries(hostile))('writes valid SARIF without links for values with a meaning in %s', (_, text) => {
    for (const { message } of runOf(named(text)).results) expect(message.text).not.toContain('](')
  })

  it('writes valid SARIF for 500 findings', () => {
    expect(runOf(many(500)).results).toHaveLength(500)
  })
})

describe('the code quality format of drift', () => {
  const isValid = new Ajv().compile(schema('gitlab-code-quality'))
  const entriesOf = (of: DriftReport) => {
    const entries = JSON.parse(write('codequality', of)) as Record<
      'description' | 'fingerprint' | 'check_name',
      string
    >[]
    isValid(entries)
    expect(isValid.errors).toBeNull()
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length)
    return entries
  }

  it('writes an entry for each failure and each finding that is not ignored', () => {
    const drift = everything().findings.filter(isDrift)
    const entries = entriesOf(everything())
    expect(entries.slice(0, drift.length).map(({ fingerprint }) => fingerprint)).toEqual(
      drift.map(({ fingerprint }) => fingerprint),
    )
    for (const [at, { message, remedy }] of drift.entries()) {
      expect(entries[at]!.description).toContain(`${message} ${remedy}`)
    }
    expect(entries.slice(drift.length).map((entry) => entry.check_name)).toEqual(Array(2).fill('trueup/failure'))
  })

  it('writes the same fingerprint for a failure with another message', () => {
    const failing = (message: string) =>
      entriesOf(report({ failures: [1, 2].map(() => ({ stack: 'prod', message })) })).map(
        ({ fingerprint }) => fingerprint,
      )
    expect(failing('It took 3 s.')).toEqual(failing('It took 4 s.'))
  })

  it.each(Object.entries(hostile))('writes a valid code quality report for values with a meaning in %s', (_, text) => {
    expect(entriesOf(named(text))).toHaveLength(4)
  })

  it('writes an empty code quality report if there is no drift', () => {
    expect(write('codequality', report())).toBe('[]\n')
  })
})

/** Each kind of tag that a page has, with the names of its attributes. */
function tagsOf(page: string): string[] {
  const start = page.indexOf('<body>')
  const tags = page.slice(start).match(/<[^>]*>/g) ?? []
  return tags.map((tag) => tag.replace(/="[^"]*"/g, ''))
}

const decoded = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => {
    const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const
    return characters[entity as keyof typeof characters]
  })

/** What a page shows, without its tags. */
const wordsOf = (page: string): string =>
  decoded(page.slice(page.indexOf('<body>'), page.lastIndexOf('<script>')).replace(/<[^>]*>/g, ''))

describe('the HTML format of drift', () => {
  it('shows findings, ignored findings, failures and freezes on a page', () => {
    const words = wordsOf(write('html', everything()))
    for (const { subject, properties, ignored } of everything().findings) {
      expect(words).toContain(subject)
      for (const { path } of properties) expect(words).toContain(path)
      if (ignored) expect(words).toContain(ignored.reason)
    }
    expect(words).toContain('declared "#D9534F" → live "#FF0000"')
    expect(words).toContain('gitlab.example.com responded with 503.\nTry again later.')
    expect(words).toContain('acme/api')
    expect(words).toContain('Fri 2026-06-19 20:00')
    expect(words).toContain('15 June 2026 at 09:30 UTC')
  })

  it('writes a page that loads nothing and runs only its own script', () => {
    const page = write('html', everything())
    expect(page.replaceAll(/<a href="https:[^"]*" rel="noreferrer">/g, '')).not.toMatch(
      /\b(?:src|href|action)=|@import|url\((?!#)/,
    )
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
    expect(policy).toMatch(
      /^default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; script-src &#39;sha256-[\w+/=]{44}&#39;;/,
    )
  })

  it.each(Object.entries(hostile))('escapes values with a meaning in %s on the page', (_, text) => {
    const page = write('html', named(text))
    expect(new Set(tagsOf(page))).toEqual(new Set(tagsOf(write('html', named('plain')))))
    for (const tag of ['<script>', '</script>', '<style>', '</style>']) expect(page.split(tag)).toHaveLength(2)
  })

  it('escapes every text on the page', () => {
    const tags = new Set(tagsOf(write('html', named('plain'))))
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '"', "'", '</script>', '--'),
    )
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 5 }), (parts) => {
        expect(new Set(tagsOf(write('html', named(`x${parts.join('')}`))))).toEqual(tags)
      }),
      { seed: jest.getSeed(), numRuns: 20 },
    )
  })

  it('shows on the page that there is no drift', () => {
    const words = wordsOf(write('html', report()))
    expect(words).toContain('No drift.')
    expect(words).toContain('have no freeze periods.')
    expect(write('html', report())).not.toContain('id="filters"')
  })
})

describe.each(names)('the format %s of drift', (name) => {
  it('contains 500 findings, or counts the omitted ones', () => {
    const text = write(name, many(500))
    const shown = new Set(text.match(/label-\d+/g)).size
    const left = Number(/Not listed here: (\d+) findings/.exec(text)?.[1] ?? 0)
    expect(shown + left).toBe(500)
  })

  it('writes the same report each time', () => {
    expect(write(name, everything())).toBe(write(name, everything()))
  })

  it('contains no control characters', () => {
    for (const text of Object.values(hostile)) {
      expect(write(name, named(text)).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }
  })

  it('says that a secret has changed, without its values', () => {
    const written = write(name, everything())
    expect(written).toMatch(/password.*changed \(the value is secret\)/)
    if (name !== 'json' && name !== 'sarif') expect(written).not.toMatch(/\[secret\]|&#91;secret&#93;/)
  })

  it('says the facts about an unmanaged object', () => {
    const facts = { accessLevel: 40, expiresAt: '2027-01-31' }
    const written = write(name, report({ findings: [finding(1, { difference: 'unmanaged', facts })] }))
    expect(written).toMatch(/accessLevel\W.*(Maintainer|40)/)
    expect(written).toContain('2027-01-31')
  })
})

it('writes the path of the project file from the current folder in reports that need a file', () => {
  const of = report({ findings: [finding(1)] })
  expect(JSON.parse(write('codequality', of))).toMatchObject([{ location: { path: 'config/Pulumi.yaml' } }])
  const uri = { physicalLocation: { artifactLocation: { uri: 'config/Pulumi.yaml' } } }
  expect(JSON.parse(write('sarif', of))).toMatchObject({ runs: [{ results: [{ locations: [uri] }] }] })
})

describe('the link to an object', () => {
  const withPage = (webUrl: string) => report({ findings: [finding(1, { webUrl })] })
  const page = 'https://gitlab.example.com/acme/web/-/labels?search=a%26b'

  it.each([
    [
      'html',
      '<a href="https://gitlab.example.com/acme/web/-/labels?search=a%26b" rel="noreferrer"><bdi>label &quot;label-1&quot;</bdi></a>',
    ],
    ['markdown', `[<code>label &#34;label-1&#34;</code>](${page})`],
    ['junit', page],
    ['sarif', `says message 1. Do what remedy changed says. ${page}"`],
    ['json', `"webUrl": "${page}"`],
  ] as const)('appears in the format %s', (name, link) => {
    expect(write(name, withPage(page))).toContain(link)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', 'https//x', ' https://x y'])(
    'does not appear on pages and in comments if it is %s',
    (address) => {
      expect(write('html', withPage(address))).toBe(write('html', report({ findings: [finding(1)] })))
      expect(write('markdown', withPage(address))).toBe(write('markdown', report({ findings: [finding(1)] })))
    },
  )
})

describe('the line of the program', () => {
  const { findings } = everything()
  const lines = [['config/index.ts', 7], ...findings.slice(1).map(() => ['config/Pulumi.yaml', 1])]

  it('appears as the location of a result in SARIF, or Pulumi.yaml if it is not known', () => {
    const { runs } = JSON.parse(write('sarif', everything())) as {
      runs: [{ results: { locations: [{ physicalLocation: { artifactLocation: object; region: object } }] }[] }]
    }
    expect(runs[0].results.map(({ locations }) => locations[0].physicalLocation)).toEqual(
      lines.map(([uri, startLine]) => ({ artifactLocation: { uri }, region: { startLine } })),
    )
  })

  it('appears as the location of an entry of code quality, and does not change its fingerprint', () => {
    const locations = (of: DriftReport) =>
      JSON.parse(write('codequality', of)) as { fingerprint: string; location: object }[]
    const moved = { ...everything(), findings: findings.map((one) => ({ ...one, location: { file: 'a', line: 9 } })) }
    expect(locations(everything())[0]!.location).toEqual({ path: 'config/index.ts', lines: { begin: 7 } })
    expect(locations(everything())[1]!.location).toEqual({ path: 'config/Pulumi.yaml', lines: { begin: 1 } })
    expect(locations(moved)[0]!.location).toEqual({ path: 'a', lines: { begin: 9 } })
    expect(locations(moved).map(({ fingerprint }) => fingerprint)).toEqual(
      locations(everything()).map(({ fingerprint }) => fingerprint),
    )
  })
})

describe('equal differences of ten projects', () => {
  const parents = Array.from({ length: 10 }, (_, at) => `acme/project-${at}`)
  const properties = [{ path: 'color', declared: '#111111', live: '#123ABC' }]
  const equal = () =>
    report({
      findings: parents.flatMap((parent, at) => [
        finding(2 * at, { parent, subject: 'label "feature"', properties }),
        finding(2 * at + 1, { parent, subject: 'label "bug"', difference: 'deleted', message: 'is gone.' }),
      ]),
    })

  it('names eight of them in the text, and shows deleted objects first', () => {
    const names = `${parents.slice(0, 8).join(', ')} and 2 more`
    expect(write('text', equal())).toBe(`In several projects or groups

  - label "bug" in 10 projects is gone.
      ${names}
      Do what remedy deleted says.
  ~ label "feature" in 10 projects changed
      ${names}
      color: "#111111" → "#123ABC"
      Do what remedy changed says.

20 differences: 10 deleted, 10 changed.
129 resources of 2 stacks compared.
`)
  })

  it('names five of them in the list in Markdown, and all of them in the tables', () => {
    const [list = '', tables = ''] = write('markdown', equal())
      .split(/### By object\n\n([^]*?)\n\n/)
      .slice(1)
    const lines = list.split('\n')
    expect(lines.map((line) => line.slice(0, 11))).toEqual(['- deleted: ', '- changed: '])
    for (const line of lines) {
      expect(line).toContain('in 10 projects (')
      expect(line.match(/acme\/project-\d/g)).toEqual(parents.slice(0, 5))
      expect(line).toContain(' and 5 more)')
    }
    for (const parent of parents) expect(tables).toContain(`Project <code>${parent}</code>`)
  })

  it('lists all of them in one row on the page', () => {
    const page = write('html', equal())
    expect(page.match(/<tr data-/g)).toHaveLength(2)
    expect(page.match(/<summary>10 projects<\/summary>/g)).toHaveLength(2)
    for (const parent of parents) expect(page.split(`<li data-place="project ${parent}">`)).toHaveLength(3)
  })
})
