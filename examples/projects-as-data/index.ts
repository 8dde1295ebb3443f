import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

// One ProjectSettings for each project that the files declare, named after the project's path.
const projects = trueup.fromYaml('projects/**/*.yaml')

export const managed = Object.keys(projects)
// Trigger tokens by project and key, as a secret.
export const tokens = pulumi.all(
  Object.fromEntries(Object.entries(projects).map(([path, settings]) => [path, settings.tokens])),
)
