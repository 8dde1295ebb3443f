import type { Client, ProjectHook, ProjectHookUpdate } from '../../sdk'
import type { Pairs } from './project-hook-fields'

interface At {
  readonly project: number
  readonly hookId: number
}

interface Declared {
  readonly customHeaders: Pairs
  readonly urlVariables: Pairs
}

/**
 * Updates a hook. A new URL removes its headers, also those of the same request, so they are sent again afterwards. An update
 * only adds headers and variables, so the others are removed afterwards.
 */
export async function updateHook(
  { projectHooks }: Client,
  { project, hookId }: At,
  { custom_headers, url_variables, ...fields }: ProjectHookUpdate,
  { customHeaders, urlVariables }: Declared,
): Promise<ProjectHook> {
  const isNewUrl = fields.url !== undefined
  const body: ProjectHookUpdate = {
    ...fields,
    ...(custom_headers?.length && !isNewUrl && { custom_headers }),
    ...(url_variables?.length && { url_variables }),
  }
  const isSent = Object.keys(body).length > 0
  const hook = isSent ? await projectHooks.update(project, hookId, body) : await projectHooks.get(project, hookId)

  const missing = (shown: { key: string }[] = [], declared: Pairs) =>
    Object.entries(declared).filter(([name]) => !shown.some(({ key }) => key === name))
  const surplus = (shown: { key: string }[] = [], declared: Pairs) =>
    shown.map(({ key }) => key).filter((name) => !Object.hasOwn(declared, name))

  const headers = isNewUrl ? Object.entries(customHeaders) : []
  const variables = isNewUrl ? missing(hook.url_variables, urlVariables) : []
  const formerHeaders = custom_headers || isNewUrl ? surplus(hook.custom_headers, customHeaders) : []
  const formerVariables = url_variables || isNewUrl ? surplus(hook.url_variables, urlVariables) : []
  const steps: [what: string, send: () => Promise<unknown>][] = [
    ...headers.map(([name, value]): [string, () => Promise<unknown>] => [
      `set the header ${name}`,
      () => projectHooks.setHeader(project, hookId, name, value),
    ]),
    ...variables.map(([name, value]): [string, () => Promise<unknown>] => [
      `set the variable ${name}`,
      () => projectHooks.setVariable(project, hookId, name, value),
    ]),
    ...formerHeaders.map((name): [string, () => Promise<unknown>] => [
      `remove the header ${name}`,
      () => unlessMissing(projectHooks.deleteHeader(project, hookId, name)),
    ]),
    ...formerVariables.map((name): [string, () => Promise<unknown>] => [
      `remove the variable ${name}`,
      () => unlessMissing(projectHooks.deleteVariable(project, hookId, name)),
    ]),
  ]
  if (steps.length === 0) return hook
  for (const [at, [, send]] of steps.entries()) {
    try {
      await send()
    } catch (error) {
      const rest = steps.slice(at).map(([what]) => what)
      throw new Error(incomplete(isNewUrl, rest, error as Error), { cause: error })
    }
  }
  return projectHooks.get(project, hookId)
}

/** Another attempt may have removed it. */
async function unlessMissing(deletion: Promise<void>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if ((error as { status?: number }).status !== 404) throw error
  })
}

const incomplete = (isNewUrl: boolean, rest: string[], { message }: Error) =>
  `${isNewUrl ? 'The hook has its new URL, which removed its headers' : 'The hook was changed in part'}. ` +
  `It was not possible to ${rest.join(', ')}: ${message}. Run "pulumi up" again, which completes the update.`
