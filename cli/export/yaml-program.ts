import { pulumiYaml, type YamlResource } from '../languages/pulumi-yaml'
import { grouped } from '../shared/grouped'
import type { Estate } from './estate'
import { headline, ownOf, type Source } from './program'
import { headingsOf, remarksOn } from './resource-text'

/** The file of a program in YAML. `project` are the other keys of Pulumi.yaml. */
export const yamlProgram = (
  estate: Estate,
  { service, username }: Source,
  project: object,
): Record<string, string> => ({
  'Pulumi.yaml': pulumiYaml(project, [headline(service)], resourcesOf(estate, username)),
})

/** The resources of each project and group by kind, with a heading above the first one. */
function resourcesOf({ parents, resources }: Estate, username: string): YamlResource[] {
  const own = ownOf(resources)
  return parents.flatMap((parent) =>
    [...grouped(own(parent), ({ kind }) => kind)].flatMap(([kind, alike]) =>
      alike.map((one, at) => ({
        kind,
        name: one.name,
        args: { ...one.args, [one.parentKind]: one.parent },
        comments: [...(at === 0 ? headingsOf(kind, alike, parent.path) : []), ...remarksOn(one, username)],
      })),
    ),
  )
}
