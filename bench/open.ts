/** A resource that must be closed in all cases. */
export interface Closable {
  close(): Promise<unknown>
}

const open = new Map<Closable, () => Promise<unknown>>()
let closing = false

/** Opens a resource, does the work, and closes the resource, also after a failure or a signal. */
export async function withOpen<T extends Closable, R>(
  opening: T | Promise<T>,
  work: (opened: T) => Promise<R>,
): Promise<R> {
  const opened = await opening
  let closed: Promise<unknown> | undefined
  const close = () => (closed ??= opened.close())
  open.set(opened, close)
  try {
    if (closing) throw new Error('the bench was canceled')
    return await work(opened)
  } finally {
    await close()
    open.delete(opened)
  }
}

/** Closes all open resources, last opened first. Later resources cannot be opened. */
export async function closeAll(): Promise<void> {
  closing = true
  for (const close of [...open.values()].reverse()) await close().catch(() => undefined)
}
