import { Config } from '@pulumi/pulumi/config'
import { type Output, secret } from '@pulumi/pulumi/output'
import type { Problems } from './problems'
import type { Reference } from './yaml-tree'

/** The secrets that files name: from the stack's configuration, or from the environment. */
export class Secrets {
  constructor(private readonly problems: Problems) {}

  /** Undefined where there is none, after a problem. */
  valueOf(reference: Reference): Output<string> | undefined {
    return reference.from === 'env' ? this.fromEnvironment(reference) : this.fromConfig(reference)
  }

  /** A name with a colon has the namespace before it, as on Pulumi's command line. */
  private fromConfig({ name, at }: Reference): Output<string> | undefined {
    const [, namespace, key = name] = /^(.+):([^:]+)$/.exec(name) ?? []
    const value = new Config(namespace).getSecret(key)
    if (value !== undefined) return value
    this.problems.add(at, `the stack's configuration has no ${name}: set it by "pulumi config set --secret ${name}"`)
    return undefined
  }

  private fromEnvironment({ name, at }: Reference): Output<string> | undefined {
    const value = Object.hasOwn(process.env, name) ? process.env[name] : undefined
    if (value) return secret(value)
    this.problems.add(at, `the environment variable ${name} is ${value === '' ? 'empty' : 'not set'}`)
    return undefined
  }
}
