import type { ApiError } from '../../sdk'
import type { Json } from '../core/schema/json'
import { causeOfInvalidUrl } from './project-hook-fields'

/** The arguments that GitLab 18.9 ignores. */
const newer = ['signingToken', 'resourceDeployTokenEvents'] as const

/** Why the service may have ignored one of them. */
export const unknownToOlder = 'GitLab 18.9 does not know it: it requires a later release'

/** The likely cause of an error about a hook. */
export function causeOfHookError({ status, serverMessage }: ApiError, values: Json): string | undefined {
  if (status === 422 && serverMessage.includes('Invalid url')) return causeOfInvalidUrl
  if (status === 422 && serverMessage.includes('JSON complexity'))
    return 'Newer services only accept JSON as customWebhookTemplate, and limit its nesting.'
  // The service refuses a request in which it knows no argument.
  const declared = newer.filter((name) => values[name])
  if (status !== 400 || !serverMessage.includes('No parameters provided') || declared.length === 0) return undefined
  return `GitLab 18.9 does not know ${declared.join(' and ')}: remove it from the program, or use a later release.`
}
