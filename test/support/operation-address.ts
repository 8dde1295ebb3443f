import { randomUUID } from 'node:crypto'

/** An address of an engine that no other test has, also none that ran in this process before. No engine listens at it. */
export const newAddress = (): string => `127.0.0.1:${randomUUID()}`
