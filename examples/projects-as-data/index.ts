import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

// Everything that projects/ declares: one ProjectSettings for each project, named by its path.
const projects = trueup.fromYaml('projects/**/*.yaml')

export const managed = Object.keys(projects)
// Trigger tokens, by project and key: a secret.
export const tokens = pulumi.all(
  Object.fromEntries(Object.entries(projects).map(([path, settings]) => [path, settings.tokens])),
)
