import type { Input } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { CustomResource, type CustomResourceOptions, mergeOptions, type Resource } from '@pulumi/pulumi/resource'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import { importProblem } from '../schema/import-problem'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { classNameOf } from '../schema/provider-text'
import { outputsThatRepeat } from '../schema/repeated-outputs'
import type { SetKind } from '../schema/set'
import { warningsOfPaths } from '../schema/unknown-paths'
import { fullNameOf } from '../service/resource-names'
import { dynamic, type Front } from './front'
import { keepKnownOutputs, watchUpdate, whenHookIsKnown, withHookOfPreview } from './known-outputs'
import { lastTransformation } from './last-transformation'
import { setBase } from './late-base'
import { rejectMisspelledSettings } from './misspelled-settings'
import { hasPending } from './pending'
import { warnOfPlainToken } from './plain-token'
import { ledgerOfProgram, recording } from './program'
import { INTENT, type IntentProperty } from './program-resources'
import { recordIntent } from './record-intent'
import { rejectMissingNode } from './reject-missing-node'
import { reportAdoptions } from './report-adoptions'
import { isRetained, rememberRetention } from './retention'
import { secretPathsOf, withSecrets } from './secret-inputs'

setBase(CustomResource)

/** What the constructor of a resource passes to Pulumi, and what it does afterwards. */
interface Declaration {
  readonly props: Json
  readonly options: CustomResourceOptions
  declared(resource: CustomResource): void
}

/** Prepares the declarations of resources of a kind. Each throws an error if the program cannot declare it. */
export function declaring(kind: Kind | SetKind, front: Front) {
  const type = front.typeOf(kind.kind)
  const inputs = Object.keys(kind.input)
  const outputs = [
    ...Object.keys(kind.output),
    ...(kind.identity.parent ? [`${kind.identity.parent}Id`] : []),
    'instance',
  ]
  // Reads return secret arguments, too.
  const secretOutputs = [kind.input, kind.output].flatMap((fields: Readonly<Record<string, { secret?: boolean }>>) =>
    Object.keys(fields).filter((name) => fields[name]?.secret),
  )

  return (name: string, args: Json, options?: CustomResourceOptions): Declaration => {
    rejectMissingNode()
    warnOfPlainToken()
    if (!(options?.provider ?? options?.parent?.getProvider(front.anyType))) rejectMisspelledSettings()
    const props: Json = { ...args, ...front.propertiesOf(kind.kind) }
    // Pulumi creates properties only for names in `props`, including outputs and omitted arguments.
    // An argument with the name of an output is an error of `check`.
    for (const output of outputs) if (props[output] == null) props[output] = undefined
    for (const input of inputs) if (!Object.hasOwn(props, input)) props[input] = undefined
    const ledger = ledgerOfProgram()
    const fullName = fullNameOf(type, name, options?.parent)
    let declared: Json | undefined
    let retained = false
    let deletedFirst = false
    let misnamed: readonly string[] = []
    let hidden: readonly string[] = []
    const last = lastTransformation(({ props: transformed, opts }) => {
      const { id, import: importId } = opts as CustomResourceOptions
      if (importId !== undefined && !front.imports) throw new RunError(importProblem(kind, name, importId))
      const additionalSecretOutputs = [...((opts as CustomResourceOptions).additionalSecretOutputs ?? [])]
      hidden = additionalSecretOutputs
      const secrets = secretPathsOf(kind, transformed)?.then((paths) => {
        // Pulumi reads these names after all arguments are resolved.
        additionalSecretOutputs.push(...outputsThatRepeat(kind, paths))
        return paths
      })
      declared = id === undefined ? transformed : undefined
      retained = isRetained(opts)
      deletedFirst = (opts as CustomResourceOptions).deleteBeforeReplace === true
      misnamed = warningsOfPaths(kind, `${classNameOf(kind.kind)} ${JSON.stringify(name)}`, opts)
      const nonce = ledger && (whenHookIsKnown()?.then(() => ledger.nonce) ?? ledger.nonce)
      const hooks = ledger ? withHookOfPreview(opts.hooks) : opts.hooks
      const intent = nonce &&
        declared && { name: fullName, ledger: nonce, ...(secrets && { secrets }), ...independence(declared, opts) }
      const property = intent && { [INTENT]: intent satisfies Pending<IntentProperty> }
      return {
        props: { ...withSecrets(kind, transformed), ...property },
        opts: { ...opts, additionalSecretOutputs, ...(hooks && { hooks }) },
      }
    })
    const own = { additionalSecretOutputs: secretOutputs, transformations: [last], aliases: front.aliasesOf(kind.kind) }
    return {
      props,
      options: mergeOptions(options, own),
      declared(resource) {
        if (ledger) watchUpdate(resource)
        if (ledger && front === dynamic) keepKnownOutputs(resource, kind, outputs, hidden, ledger)
        rememberRetention(resource, retained)
        for (const warning of misnamed) void warn(warning)
        if (declared) recordIntent(kind, declared, resource, fullName, front.anyType)
        if (declared && retained && ledger) recording(() => ledger.retain(fullName))
        if (declared && deletedFirst && ledger && isDryRun()) recording(() => ledger.deleteFirst(fullName))
        if (ledger) reportAdoptions(resource, ledger)
      },
    }
  }
}

/** Tells the provider in a preview that Pulumi registers a resource without waiting for another one. */
const independence = (props: Json, { dependsOn, parent }: CustomResourceOptions): Partial<IntentProperty> =>
  isDryRun() && dependsOn === undefined && isOfStack(parent) && !hasPending(props) ? { isIndependent: true } : {}

const isOfStack = (parent: Resource | undefined): boolean =>
  parent === undefined || (parent as { __pulumiType?: string }).__pulumiType === 'pulumi:pulumi:Stack'

/** An object whose values can be outputs. */
type Pending<T> = { [K in keyof T]: Input<T[K]> }
