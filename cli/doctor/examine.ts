import { secretSettings } from '../../provider/command-line/basics'
import { SdkError, type User } from '../../sdk'
import { providersOf } from '../stacks/providers'
import { readStack, type StackState } from '../stacks/stack'
import { checkBudget } from './budget'
import { checkConfiguration } from './configuration'
import { type Declared, nounOf, placesOf, recognize } from './declared'
import { checkDynamicProvider } from './dynamic-provider'
import type { Findings, Purpose } from './finding'
import { checkAccessToken, checkIdentity } from './identity'
import { checkNode, checkPackages } from './packages'
import { checkPlaces } from './places'
import { checkPlugin } from './plugin'
import { checkProject } from './project'
import { checkPulumiCli } from './pulumi-cli'
import { reach } from './reach'
import { checkClock, checkVersion } from './server'
import { checkSettings, type Opened } from './settings'
import { warnOfStoredSecret } from './stored-secret'
import { type Target, targetOfEnvironment, targetsOf } from './targets'
import { checkTier } from './tier'

export interface Subject {
  /** The project's folder. */
  cwd: string
  /** If empty, the selected stack. */
  stacks: readonly string[]
  /** Overrides the base URL of the default provider. */
  baseUrl: string | undefined
  /** If undefined, what the access token allows. */
  purpose: Purpose | undefined
}

/** Checks everything that an update needs, from this machine to the service. Only reads. */
export async function examine(findings: Findings, { cwd, stacks, baseUrl, purpose }: Subject): Promise<void> {
  checkNode(findings)
  await checkPulumiCli(findings)
  const project = checkProject(findings, cwd)
  if (project?.isNode) {
    checkPackages(findings, project)
    // A program with the plugin needs no dynamic resources.
    if (!project.plugin) checkDynamicProvider(findings)
  }
  if (project && (project.plugin || !project.isNode)) checkPlugin(findings, project)
  const named = stacks.length > 0 ? stacks : [undefined]
  const read: StackState[] = []
  for (const stack of project ? named : []) {
    const state = await checkStack(findings, cwd, stack)
    if (state) read.push(state)
  }
  const isNative = read.some((stack) => providersOf(stack).some(({ isOfPlugin }) => isOfPlugin))
  if (isNative && project?.isNode && !project.plugin) checkPlugin(findings, project)
  for (const stack of read) {
    const ofStack = findings.of({ stack: stack.name })
    checkConfiguration(ofStack, stack, project?.name)
    for (const { name, config } of providersOf(stack).filter(({ isExplicit }) => isExplicit)) {
      const stored = secretSettings.filter((setting) => config(`trueup:${setting}`))
      for (const setting of stored) warnOfStoredSecret(ofStack.of({ provider: name }), `The provider ${name}`, setting)
    }
    for (const target of targetsOf(stack, baseUrl)) {
      const { provider } = target
      await checkTarget(provider === undefined ? ofStack : ofStack.of({ provider }), target, purpose)
    }
  }
  if (read.length === 0) await checkEnvironment(findings, baseUrl, purpose)
}

async function checkStack(findings: Findings, cwd: string, stack: string | undefined): Promise<StackState | undefined> {
  try {
    const state = await readStack({ cwd, stack })
    const { name, resources, pending } = state
    const ofStack = findings.of({ stack: name })
    ofStack.ok('stack', `Stack ${name} has ${resources.length} ${resources.length === 1 ? 'resource' : 'resources'}.`)
    if (pending.length > 0) {
      ofStack.warning(
        'stack-pending',
        `An update is running or was interrupted: ${pending.join(', ')}.`,
        'If no update is running, run "pulumi refresh" to find out the result of these operations.',
      )
    }
    return state
  } catch (error) {
    const about = stack === undefined ? findings : findings.of({ stack })
    about.error('stack', (error as Error).message, 'Run "pulumi stack ls" to list the stacks of the project.')
    return undefined
  }
}

/** Without a stack, checks the service only if a base URL is given by option or environment. */
async function checkEnvironment(
  findings: Findings,
  baseUrl: string | undefined,
  purpose: Purpose | undefined,
): Promise<void> {
  const { TRUEUP_BASE_URL, GITLAB_BASE_URL, CI_SERVER_URL } = process.env
  if (!(baseUrl || TRUEUP_BASE_URL || GITLAB_BASE_URL || CI_SERVER_URL)) return
  await checkTarget(findings, targetOfEnvironment(baseUrl), purpose)
}

async function checkTarget(findings: Findings, target: Target, purpose: Purpose | undefined): Promise<void> {
  const opened = checkSettings(findings, target)
  if (!opened) return
  const { service, connection } = opened
  try {
    const user = await reach(findings, opened)
    if (user) await checkService(findings, opened, user, target, purpose)
  } catch (error) {
    if (!SdkError.is(error)) throw error
    // The earlier findings are still useful.
    findings.error('answers', `A later request to the service failed: ${error.message}.`, 'Try again.')
  } finally {
    await Promise.all([service.close(), connection.api.close()])
  }
}

async function checkService(
  findings: Findings,
  opened: Opened,
  user: User,
  target: Target,
  purpose: Purpose | undefined,
): Promise<void> {
  const { service, connection } = opened
  const declared = hereOf(findings, connection, recognize(findings, target.resources))
  const kinds = new Map(declared.map(({ kind }) => [nounOf(kind), kind]))
  checkIdentity(findings, user, kinds)
  const attainable = await checkAccessToken(findings, service, purpose)
  checkClock(findings, service)
  const enterprise = await checkVersion(findings, service)
  const project = await checkPlaces(findings, service, user, placesOf(declared, attainable), attainable)
  await checkTier(findings, service, { enterprise, project, kinds })
  checkBudget(findings, service, declared)
}

/** The resources of this service. Adds findings for resources of other services, whose ids have a different meaning here. */
function hereOf(findings: Findings, connection: Opened['connection'], declared: Declared[]): Declared[] {
  const elsewhere = new Map<string, number>()
  const here = declared.filter(({ resource: { outputs } }) => {
    try {
      connection.verifyInstance(outputs.instance, '')
      return true
    } catch {
      const instance = String(outputs.instance)
      elsewhere.set(instance, (elsewhere.get(instance) ?? 0) + 1)
      return false
    }
  })
  for (const [instance, count] of elsewhere) {
    const { baseUrlFrom } = connection.settings
    findings.error(
      'instance',
      `${count === 1 ? '1 resource is' : `${count} resources are`} on ${instance}, but the provider uses ${connection.instance} (from ${baseUrlFrom}).`,
      'Correct the base URL. If the service was renamed, list its old base URL in trueup:previousBaseUrls.',
    )
  }
  return here
}
