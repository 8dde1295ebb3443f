import type { CustomResourceOptions } from '@pulumi/pulumi'
import { resetOptions } from '@pulumi/pulumi/runtime/settings'
import { FreezePeriod, Label, LabelSet, PipelineRun } from '../../provider'

beforeEach(() => resetOptions('project', 'stack', -1, '', '', false, ''))

/** Pulumi types this option only for custom resources. */
const option: CustomResourceOptions = { import: '1/17' }

it('rejects the resource option import with an error that names the alternative', () => {
  const color = 'red'
  expect(() => new Label('bug', { project: 1, name: 'bug', color }, option)).toThrow(
    'The label "bug" cannot be imported with the resource option import: Pulumi supports it only for other providers. ' +
      'Use the argument onConflict: "adopt" instead, or "trueup export", whose file "pulumi import --file" reads.',
  )
  const schedule = { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' }
  expect(() => new FreezePeriod('night', { project: 1, ...schedule }, option)).toThrow(
    /Use the argument adoptId: 17 instead/,
  )
  expect(() => new LabelSet('labels', { project: 1, items: {} }, option)).toThrow(
    /Use the argument onConflict: "adopt"/,
  )
  expect(() => new PipelineRun('run', { project: 1, ref: 'main' }, option)).toThrow(
    /only for other providers\. Use "trueup export"/,
  )
})

it('rejects the resource option import if a transformation sets it', () => {
  const importing = ({ props }: { props: object }) => ({ props, opts: option })
  expect(() => new Label('bug', { project: 1, name: 'bug', color: 'red' }, { transformations: [importing] })).toThrow(
    /resource option import/,
  )
})
