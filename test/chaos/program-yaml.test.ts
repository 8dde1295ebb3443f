import { parse } from 'yaml'
import { yamlProgram } from './program-yaml'

const label = (name: string) => ({ project: 'acme/web', name, color: 'red' })

it('writes a program in YAML in the same order, with references, secrets and the explicit provider', () => {
  const program = {
    'a bug': { type: 'Label', args: label('$$ or ${bug}') },
    idea: { type: 'Label', args: label('idea'), explicitProvider: true },
    subscription: { type: 'LabelSubscription', args: { project: 'acme/web', label: { $id: 'a bug' } } },
    run: { type: 'PipelineRun', args: { variables: { KEY: { $secret: 'hidden' } } } },
  }
  const { resources, ...others } = parse(yamlProgram(program, false)) as { resources: Record<string, object> }
  expect(others).toEqual({})
  expect(Object.keys(resources)).toEqual(['r0', 'same', 'r1', 'r2', 'r3'])
  expect(resources).toMatchObject({
    r0: { type: 'trueup:Label', name: 'a bug', properties: label('$$$$ or $${bug}') },
    same: { type: 'pulumi:providers:trueup', properties: { tokenEnv: 'CHAOS_TOKEN' } },
    r1: { name: 'idea', options: { provider: '${same}' } },
    r2: { name: 'subscription', properties: { label: '${r0.id}' } },
    r3: { name: 'run', properties: { variables: { KEY: { 'fn::secret': 'hidden' } } } },
  })
})

it('writes options and a provider, which refer to other resources', () => {
  const program = {
    site: { type: 'Project', args: { project: 'acme/site' } },
    other: { type: 'Provider', args: { token: { $output: ['site', 'description'] } } },
    idea: {
      type: 'Label',
      args: label('idea'),
      options: { replaceOnChanges: ['color'], retainOnDelete: true, deletedWith: 'site', provider: 'other' },
    },
  }
  expect(parse(yamlProgram(program, false))).toMatchObject({
    resources: {
      r1: { type: 'pulumi:providers:trueup', properties: { token: '${r0.description}' } },
      r2: {
        options: { replaceOnChanges: ['color'], retainOnDelete: true, deletedWith: '${r0}', provider: '${r1}' },
      },
    },
  })
})

it('writes a program in YAML that calls a function', () => {
  expect(parse(yamlProgram({}, true))).toMatchObject({
    variables: { found: { 'fn::invoke': { function: 'trueup:getLabels' } } },
    outputs: { label: '${found.labels[0].name}' },
  })
})
