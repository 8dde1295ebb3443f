import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

// One stack for each group: Pulumi.<stack>.yaml lists the group's projects.
const projects = new pulumi.Config().requireObject<string[]>('projects')

// The labels of all projects. With `exclusive: true`, a set also deletes all other labels of its project.
const labels = {
  bug: { color: 'crimson' },
  feature: { color: '#2E8B57' },
  'priority::high': { color: '#D9534F', priority: 0 },
}

for (const project of projects) {
  new trueup.LabelSet(project, { project, items: labels })

  new trueup.FreezePeriod(project, {
    project,
    freezeStart: '0 18 * * fri',
    freezeEnd: '0 7 * * mon',
    cronTimezone: 'Europe/Berlin',
  })

  new trueup.ProtectedEnvironment(project, {
    project,
    name: 'production',
    deployAccessLevels: [{ accessLevel: 'maintainer' }],
  })
}
