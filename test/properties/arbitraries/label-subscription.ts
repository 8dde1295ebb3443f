import fc from 'fast-check'
import { labelSubscription } from '../../../provider/resources/label-subscription'
import { cases } from './cases'
import { project } from './reference'
import { pick } from './style'

interface LabelSubscription {
  project: number
  label: number
}

const perProject = 3

export const labelSubscriptionCases = () =>
  cases<LabelSubscription>({
    definition: labelSubscription,
    // The first labels of the world: 1 to 3 are those of project 1, and so on.
    prepare: async (emulator) => {
      for (const project of [1, 2, 3]) {
        for (let count = 0; count < perProject; count++) {
          await emulator.post(`/projects/${project}/labels`, { name: `${99 - count} bugs`, color: 'red' })
        }
      }
    },
    arguments: {
      project,
      label: {
        values: fc.integer({ min: 1, max: perProject }),
        write: (id, style) => pick(style, [id, String(id), `${Math.ceil(id / perProject)}/${id}`]),
      },
    },
    settle: ({ project, label }) => ({ project, label: (project - 1) * perProject + ((label - 1) % perProject) + 1 }),
    writes: {
      create: ['POST/subscribe'],
      replace: ['POST/subscribe', 'POST/unsubscribe'],
      delete: ['POST/unsubscribe'],
    },
    collection: ({ project }) => `/projects/${project}/labels`,
    path: ({ project, label }) => `/projects/${project}/labels/${label}`,
    isThere: ({ subscribed }) => subscribed === true,
    seen: ({ id }) => ({ label: Number(id) }),
    drift: {},
    noise: ({ emulator, path }, style) =>
      emulator.put(path, { new_name: `renamed ${style}`, color: '#00F' }, { as: 'root' }),
    remove: ({ emulator, path }) => emulator.post(`${path}/unsubscribe`),
  })
