import type { Client, Namespace } from '../../sdk'
import type { PlainOf } from '../core/schema/field'
import { type Refusal, refusal, refused } from '../core/schema/refusal'
import { notFound } from '../core/service/parent-group'
import type { projectFields } from './project-fields'
import { type Live, ofProject } from './project-responses'
import { findNamespace, problemsOfVisibility } from './project-rules'

type Inputs = PlainOf<typeof projectFields>

/** Creates a project with what later updates cannot change, or only other users. */
export async function createProject(api: Client, inputs: Inputs): Promise<Live> {
  const place = await placeOf(api, inputs)
  if ('refusals' in place) throw refused(place.refusals)
  const { templateName, templateProjectId, groupWithProjectTemplatesId, repositoryObjectFormat } = inputs
  const created = await api.projects.create({
    namespace_id: place.namespace.id,
    path: place.path,
    ...(inputs.name !== null && { name: inputs.name }),
    ...(inputs.visibility !== null && { visibility: inputs.visibility }),
    ...(inputs.initializeWithReadme && {
      initialize_with_readme: true,
      ...(inputs.defaultBranch !== null && { default_branch: inputs.defaultBranch }),
    }),
    ...(templateName !== null && { template_name: templateName }),
    ...(templateProjectId !== null && { template_project_id: templateProjectId }),
    ...(inputs.useCustomTemplate && { use_custom_template: true }),
    ...(groupWithProjectTemplatesId !== null && { group_with_project_templates_id: groupWithProjectTemplatesId }),
    ...(repositoryObjectFormat !== null && { repository_object_format: repositoryObjectFormat }),
  })
  return ofProject(created)
}

/** Why a project would not be created, or not with all of its settings. */
export async function refusalsOfCreation(api: Client, inputs: Inputs): Promise<Refusal[]> {
  const place = await placeOf(api, inputs)
  return [...('refusals' in place ? place.refusals : []), ...refusalOfBranch(inputs)]
}

/** Git's and the service's usual name of the first branch, which a project without a branch has already. */
const usualBranch = 'main'

const refusalOfBranch = ({ defaultBranch, initializeWithReadme }: Inputs): Refusal[] =>
  defaultBranch === null || defaultBranch === usualBranch || initializeWithReadme
    ? []
    : [
        refusal(
          `defaultBranch ${JSON.stringify(defaultBranch)} does not exist in a new project, unless the service gives first ` +
            'branches this name: set initializeWithReadme: true, or declare defaultBranch after the first push',
        ),
      ]

/** Where a project is to be created, or why it cannot be. */
async function placeOf(
  api: Client,
  inputs: Inputs,
): Promise<{ namespace: Namespace; path: string } | { refusals: Refusal[] }> {
  const full = String(inputs.project)
  const end = full.lastIndexOf('/')
  const [start, last] = [full.slice(0, end), full.slice(end + 1)]
  const [parent, path] = [inputs.namespace ?? start, inputs.path ?? last]
  const namespace = await findNamespace(api, parent)
  if (!namespace) return { refusals: [notFound('namespace', parent)] }
  // Otherwise a project whose response is lost could not be found.
  const future = `${namespace.full_path}/${path}`
  if (future.toLowerCase() !== full.toLowerCase()) {
    const reason = `project must name the path of the new project: write ${JSON.stringify(future)} there, or remove namespace and path`
    return { refusals: [refusal(reason)] }
  }
  const refusals = await problemsOfVisibility(api, namespace, inputs.visibility)
  return refusals.length > 0 ? { refusals } : { namespace, path }
}
