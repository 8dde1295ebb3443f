import type { Client, ProjectHook, ProjectHookUpdate } from '../../sdk'
import { namesOf, type Pairs } from './project-hook-fields'

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
  api: Client,
  { project, hookId }: At,
  { custom_headers, url_variables, ...fields }: ProjectHookUpdate,
  { inputs: { customHeaders, urlVariables } }: { inputs: Declared },
): Promise<Partial<ProjectHook>> {
  const isNewUrl = fields.url !== undefined
  const body: ProjectHookUpdate = {
    ...fields,
    ...(custom_headers?.length && !isNewUrl && { custom_headers }),
    ...(url_variables?.length && { url_variables }),
  }
  // The service refuses a request without a change.
  const isEmpty = Object.keys(body).length === 0
  const hook: ProjectHook | undefined = isEmpty
    ? await api.projectHooks.get(project, hookId)
    : await api.projectHooks.update(project, hookId, body)

  // The engine reads the hook if the response is empty.
  if (!hook) return {}
  const [headers, variables] = [namesOf(hook.custom_headers), namesOf(hook.url_variables)]
  const steps: Step[] = [
    ...Object.entries(isNewUrl ? customHeaders : {}).map(([name, value]): Step => ({
      what: `set the header ${name}`,
      send: () => api.projectHooks.setHeader(project, hookId, name, value),
    })),
    ...Object.entries(isNewUrl ? urlVariables : {})
      .filter(([name]) => !variables.includes(name))
      .map(([name, value]): Step => ({
        what: `set the variable ${name}`,
        send: () => api.projectHooks.setVariable(project, hookId, name, value),
      })),
    ...(custom_headers ? headers : [])
      .filter((name) => !Object.hasOwn(customHeaders, name))
      .map((name): Step => ({
        what: `remove the header ${name}`,
        send: () => unlessMissing(api.projectHooks.deleteHeader(project, hookId, name)),
      })),
    ...(url_variables ? variables : [])
      .filter((name) => !Object.hasOwn(urlVariables, name))
      .map((name): Step => ({
        what: `remove the variable ${name}`,
        send: () => unlessMissing(api.projectHooks.deleteVariable(project, hookId, name)),
      })),
  ]
  if (steps.length === 0) return hook
  await sendAll(
    steps,
    isNewUrl ? 'The hook has its new URL, which removed its headers' : 'The hook was changed in part',
  )
  return api.projectHooks.get(project, hookId)
}

interface Step {
  what: string
  send(): Promise<void>
}

/** @throws Error that says what is missing. The state keeps the former values, so that the next update sends all again. */
async function sendAll(steps: Step[], done: string): Promise<void> {
  for (const [at, { send }] of steps.entries()) {
    try {
      await send()
    } catch (error) {
      const rest = steps.slice(at).map(({ what }) => what)
      const { message } = error as Error
      const problem = `${done}, but it was not possible to ${rest.join(', ')}: ${message}.`
      throw new Error(`${problem} Run "pulumi up" again, which completes the update.`, { cause: error })
    }
  }
}

/** Another attempt may have removed it. */
async function unlessMissing(deletion: Promise<void>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if ((error as { status?: number }).status !== 404) throw error
  })
}
