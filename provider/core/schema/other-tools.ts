import type { Json } from './json'

/** The same objects in other tools, whose states Trueup reads. A string is the reason why it does not read them. */
export interface OtherTools {
  readonly terraform: TerraformResource | string
  readonly pulumiGitlab: PulumiGitlabResource | string
}

/** A resource of Terraform's provider gitlabhq/gitlab. */
export interface TerraformResource {
  /** Its type, and its types in older releases, which old states contain. */
  readonly types: readonly string[]
  /** The arguments with the project or group, the newest name first. Default: the name of the parent. */
  readonly parent?: readonly string[]
  /** The argument with the name that identifies the object, or the arguments that together identify it. */
  readonly name?: string | readonly string[]
  /** The attribute with the id, if it is not only the last part of `id`. */
  readonly id?: string
}

/** What a resource of pulumi-gitlab has that is not an argument of this package with the same meaning. */
export interface PulumiGitlabResource {
  /** The output with the number of the object, which states of old releases lack. */
  readonly key?: string
  /** Returns the values of arguments and secrets. */
  values?(outputs: Json, inputs: Json, declared: Json): Json
}
