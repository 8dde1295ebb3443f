import { Output } from '@pulumi/pulumi/output'
import type { Json } from './plain'

/** Whether a value that a program passes is to come later. */
export const isPending = (value: unknown): boolean => Output.isInstance(value) || value instanceof Promise

/** Whether a value is an object whose properties can be looked at now. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value)
