import { Config } from '@pulumi/pulumi/config'
import { type Output, secret } from '@pulumi/pulumi/output'
import type { Problems } from './problems'
import type { Reference } from './yaml-tree'

/** Looks up secrets in the stack's configuration or in environment variables. */
export class Secrets {
  constructor(private readonly problems: Problems) {}

  /** Undefined and an error if the secret is missing. */
  valueOf(reference: Reference): Output<string> | undefined {
    return reference.from === 'env' ? this.fromEnvironment(reference) : this.fromConfig(reference)
  }

  /** A name with a colon starts with the namespace, as on Pulumi's command line. */
  private fromConfig({ name, at }: Reference): Output<string> | undefined {
    const [, namespace, key = name] = /^(.+):([^:]+)$/.exec(name) ?? []
    const value = new Config(namespace).getSecret(key)
    if (value !== undefined) return value
    this.problems.add(at, `the stack's configuration has no ${name}: run "pulumi config set --secret ${name}"`)
    return undefined
  }

  private fromEnvironment({ name, at }: Reference): Output<string> | undefined {
    const value = Object.hasOwn(process.env, name) ? process.env[name] : undefined
    if (value) return secret(value)
    this.problems.add(at, `the environment variable ${name} is ${value === '' ? 'empty' : 'not set'}`)
    return undefined
  }
}
