import { isOnlyRead, notFound, verifyReadable } from '../core/engine/only-read'
import { runPreview } from '../core/engine/run-preview'
import { runVerb } from '../core/engine/run-verb'
import type { Difference, ProgramResource, Verbs } from '../core/engine/verbs'
import { checkDeclared } from '../core/pulumi/check-declared'
import { recordContainerPlan } from '../core/pulumi/container-plan'
import { INTENT, isIntent } from '../core/pulumi/program-resources'
import { reasonsForUser } from '../core/schema/check-failures'
import { ownIdOf } from '../core/schema/identity'
import type { Json } from '../core/schema/json'
import type { Operation } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import type { Failure } from '../core/schema/problem'
import { classNameOf, providerText } from '../core/schema/provider-text'
import type { SecretPath } from '../core/schema/secret-paths'
import { type PathOptions, warningsOfPaths } from '../core/schema/unknown-paths'
import { takeAdoptionSummary } from '../core/service/adoption-summary'
import { connect, type Connection, engineOperation } from '../core/service/connection'
import { inform, status, warn } from '../core/service/log'
import type { Ledger } from '../core/service/ownership/ledger'
import { InitFailed, ResourceError } from '../core/service/resource-error'
import { fullNameOfUrn } from '../core/service/resource-names'
import type { Settings } from '../core/service/settings'
import { checkConfiguration, settingsOf } from './configuration'
import { ImportedInputs, whatToDeclare } from './imported-inputs'
import { MovedResources } from './moved-resources'
import { plannedCreate, plannedUpdate } from './planned'
import { programRuntime } from './program-runtime'
import { isOfPulumiGitlab, ownInputs } from './pulumi-gitlab'
import { withPythonNames } from './python-names'
import { kindDefinitionOf } from './resources'
import { withSecrets } from './secrets'
import { withDeclaredSpelling } from './spelling'
import { partsOfUrn, stackOfUrn } from './urn'
import { received } from './values'

/** What an operation on a resource needs. The inputs of the state are only used if pulumi-gitlab wrote it. */
interface Call {
  readonly urn: string
  readonly values: Json
  readonly resource?: ProgramResource | undefined
  readonly oldInputs?: Json
}

/**
 * The resources of all kinds, as the native plugin serves them. Its values are those of Pulumi's protocol: they contain
 * placeholders for unknown values and wrappers for secrets.
 */
export class ResourceProvider {
  private settings: Settings | undefined
  /** What the program marks as secret, by the URN of each resource that it has declared so far. */
  private readonly declared = new Map<string, readonly SecretPath[]>()
  /** The URNs of the resources that wait for no other one, as far as the program tells. */
  private readonly independent = new Set<string>()
  /** The URNs of the resources of our own classes, which record their intents. */
  private readonly ofClasses = new Set<string>()
  /** The kinds of the program so far. Warnings of the connection do not tell of which kind they are. */
  private readonly kinds = new Set<KindDefinition>()
  private readonly moved = new MovedResources()
  private readonly imported = new ImportedInputs()
  private writing = 0

  constructor(
    private readonly connectTo: (settings: Settings, inLanguage: (message: string) => string) => Connection = (
      settings,
      inLanguage,
    ) => connect(settings, { warn: (text) => warn(inLanguage(text)), inform, status }),
    private readonly operation = engineOperation(),
    private readonly runtime = () => programRuntime(),
  ) {}

  checkConfig(urn: string, config: Json): { inputs: Json; failures: string[] } {
    const { inputs, reasons } = checkConfiguration(urn, received(config).values)
    return { inputs, failures: reasonsForUser(reasons) }
  }

  configure(name: string, config: Json): void {
    this.settings = settingsOf(name, received(config).values)
  }

  /** The connection to the service. @throws Error if a setting is invalid or missing. */
  connection = (): Connection => {
    if (!this.settings) throw new ResourceError('the plugin is not configured.')
    return this.connectTo(this.settings, this.inLanguage)
  }

  check(urn: string, olds: Json, news: Json): { inputs: Json; failures: string[] } {
    const kind = this.kindOf(urn)
    const { values, secrets } = received(news)
    const former = ownInputs(kind, withoutProviderCode(received(olds).values))
    this.declared.set(urn, secrets)
    const intent = values[INTENT]
    if (isIntent(intent)) this.ofClasses.add(urn)
    if (isIntent(intent) && intent.isIndependent) this.independent.add(urn)
    const ledger = this.join(urn, intent)
    const join = () => ledger && { name: fullNameOfUrn(urn), ledger }
    const isPreview = () => this.operation.isPreview(isIntent(intent) ? intent.ledger : undefined)
    const judge = (found: readonly Failure[]) => {
      const { unreadable, failures } = this.imported.judge(urn, kind, values, found)
      if (unreadable.length > 0) this.connection().warn(whatToDeclare(kind, values, unreadable))
      return failures
    }
    const checked = { olds: former, news: values, secrets, judge }
    const { inputs, reasons } = checkDeclared(kind, checked, join, () => this.instance(), isPreview)
    recordContainerPlan(kind, inputs, this.operation.known)
    const failures = reasonsForUser(reasons).map(this.inLanguage)
    return { inputs: withSecrets(kind, inputs, secrets), failures }
  }

  /** @param options The paths in options of the resource. Our own classes have warned of misspelled ones. */
  diff(
    urn: string,
    id: string,
    olds: Json,
    news: Json,
    oldInputs: Json = {},
    options: PathOptions = {},
  ): Promise<Difference> {
    const { values } = received(news)
    if (!this.ofClasses.has(urn)) {
      const kind = this.kindOf(urn)
      const { name } = partsOfUrn(urn)
      for (const text of warningsOfPaths(kind, `${classNameOf(kind.kind)} ${JSON.stringify(name)}`, options))
        warn(this.inLanguage(text))
    }
    const resource = this.resourceOf(urn)
    const former = received(olds).values
    return this.run('diff', { urn, values, resource: resource, oldInputs }, (verbs) =>
      verbs.diff(id, former, values, resource),
    )
  }

  async create(urn: string, news: Json, isPreview: boolean): Promise<{ id: string; outs: Json }> {
    const kind = this.kindOf(urn)
    const { values, secrets } = received(news)
    const resource = { name: fullNameOfUrn(urn), secrets }
    if (isPreview) {
      await this.preview(urn, {}, values, { ...resource, isIndependent: this.independent.has(urn) })
      return { id: '', outs: withSecrets(kind, plannedCreate(kind, values), secrets) }
    }
    const { id, outs } = await this.write('create', { urn, values, resource: resource }, (verbs) =>
      verbs.create(values, resource),
    )
    return { id, outs: stored(kind, outs, secrets) }
  }

  /**
   * Reads an object: one of the state, or, without a state, one that the program reads or imports by its id. Returns
   * undefined if it was deleted.
   */
  async read(
    urn: string,
    id: string,
    olds: Json,
    inputs: Json,
  ): Promise<{ id: string; outs: Json; inputs: Json } | undefined> {
    const kind = this.kindOf(urn)
    const { values, secrets } = received(olds)
    const isMoved = isOfPulumiGitlab(kind, values)
    const isByProgram = isOnlyRead(values) && !isMoved
    // The secrets of pulumi-gitlab are other properties.
    const declared = isMoved ? { values: {}, secrets: [] } : received(inputs)
    const marked = isMoved ? [] : [...secrets, ...declared.secrets]
    if (isByProgram) verifyReadable(kind, id)
    const call = { urn, values, oldInputs: inputs }
    const found = await this.run('read', call, (verbs) => verbs.read(id, withoutProviderCode(values)))
    if (!found && isByProgram) throw notFound(kind, id)
    if (!found) return undefined
    if (isByProgram) this.imported.note(urn, found.inputs)
    return {
      // The engine compares the id that a program reads with the one in the state.
      id: 'api' in kind && !isByProgram ? ownIdOf(kind, id, found.props) : id,
      outs: stored(kind, found.props, marked),
      // An output can be secret although the argument is not, with `additionalSecretOutputs`.
      inputs: withSecrets(
        kind,
        await withDeclaredSpelling(kind, this.connection(), found, declared.values),
        declared.secrets,
      ),
    }
  }

  async update(
    urn: string,
    id: string,
    olds: Json,
    news: Json,
    isPreview: boolean,
    oldInputs: Json = {},
  ): Promise<Json> {
    const kind = this.kindOf(urn)
    const former = withoutProviderCode(received(olds).values)
    const { values, secrets } = received(news)
    const resource = { name: fullNameOfUrn(urn), secrets }
    if (isPreview) {
      await this.preview(urn, former, values, resource)
      const known = isOfPulumiGitlab(kind, former) ? {} : former
      return withSecrets(kind, plannedUpdate(kind, known, values, this.connection()), secrets)
    }
    const call = { urn, values, resource, oldInputs }
    const { outs } = await this.write('update', call, (verbs) => verbs.update(id, former, values, resource))
    return stored(kind, outs, secrets)
  }

  delete(urn: string, id: string, olds: Json): Promise<void> {
    const values = withoutProviderCode(received(olds).values)
    return this.run('delete', { urn, values }, (verbs) => verbs.delete(id, values))
  }

  /** Joins the operation whose program declares a resource, and returns its ledger, which our own classes pass. */
  private join(urn: string, intent: unknown): Ledger | undefined {
    this.operation.belongsTo(stackOfUrn(urn))
    if (isIntent(intent)) this.operation.join(intent.ledger)
    else this.operation.joinOrBegin()
    const { known } = this.operation
    return isIntent(intent) && known.nonce !== intent.ledger ? undefined : known
  }

  /** The resource, if the program has declared it. A refresh does not run the program. */
  private resourceOf(urn: string): ProgramResource | undefined {
    const secrets = this.declared.get(urn)
    return secrets && { name: fullNameOfUrn(urn), secrets }
  }

  /** The base URL of the service. Undefined if the settings are invalid, which the other verbs report. */
  private instance(): string | undefined {
    try {
      return this.connection().instance
    } catch {
      return undefined
    }
  }

  /** Reports what the update would adopt, and why it would fail. */
  private async preview(urn: string, olds: Json, news: Json, resource: ProgramResource): Promise<void> {
    const definition = this.kindOf(urn)
    const { operation, connection: connect } = this
    operation.belongsTo(stackOfUrn(urn))
    await runPreview({ definition, olds, inputs: news, resource, operation, connect })
    this.reportAdoptions(true)
  }

  private async write<T>(...args: Parameters<typeof this.run<T>>): Promise<T> {
    this.writing++
    try {
      return await this.run(...args)
    } finally {
      if (--this.writing === 0) this.reportAdoptions(false)
    }
  }

  /** Reports the adopted objects, unless the program does. */
  private reportAdoptions(isPreview: boolean): void {
    const { known } = this.operation
    const summary = known.isOfProgram ? undefined : takeAdoptionSummary(known, isPreview)
    if (summary !== undefined) inform(summary)
  }

  /** A message with the names that arguments have in the language of the program. */
  private readonly inLanguage = (message: string): string =>
    this.runtime() === 'python' ? withPythonNames(this.kinds, message) : message

  /** @throws Error if the plugin does not have the type. */
  private kindOf(urn: string): KindDefinition {
    const kind = kindDefinitionOf(urn)
    this.kinds.add(kind)
    return kind
  }

  private async run<T>(
    operation: Operation,
    { urn, values, resource: resource, oldInputs = {} }: Call,
    work: (verbs: Verbs) => Promise<T>,
  ): Promise<T> {
    const kind = this.kindOf(urn)
    this.operation.belongsTo(stackOfUrn(urn))
    const inputs = received(oldInputs).values
    const moving = (verbs: Verbs) => work(this.moved.verbsFor(urn, kind, this.connection(), verbs, inputs))
    try {
      return await runVerb(kind, this.connection, operation, values, moving, resource)
    } catch (error) {
      if (error instanceof Error) error.message = this.inLanguage(error.message)
      if (!(error instanceof InitFailed)) throw error
      throw new InitFailed(error.message, error.id, stored(kind, error.properties, resource?.secrets))
    }
  }
}

/**
 * The outputs as Pulumi stores them. The provider code lets the dynamic provider of this package continue with the
 * state. Without a value, an output is null: previews take missing outputs for unknown ones.
 */
const stored = (kind: KindDefinition, outs: Json, secrets?: readonly SecretPath[]): Json => ({
  ...Object.fromEntries(Object.keys(kind.output).map((name) => [name, null])),
  ...withSecrets(kind, outs, secrets),
  __provider: providerText(kind.kind),
})

function withoutProviderCode(values: Json): Json {
  const { __provider, ...rest } = values
  return rest
}
