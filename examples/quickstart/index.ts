import * as trueup from 'trueup'

const project = 'acme/web'

const bug = new trueup.Label('bug', {
  project,
  name: 'bug',
  color: 'crimson',
  description: 'Something does not work as described',
  priority: 0,
})

const feature = new trueup.Label('feature', { project, name: 'feature', color: '#2E8B57', priority: 1 })

// One declaration per word: the program is the single place where a team's vocabulary is written down.
const areas = Object.entries({ 'area::api': '#4682B4', 'area::web': '#6A5ACD', 'area::docs': 'teal' }).map(
  ([name, color]) => new trueup.Label(name, { project, name, color }),
)

export const labels = [bug, feature, ...areas].map((label) => label.name)
