/** Something that has to be closed again, whatever happens. */
export interface Closable {
  close(): Promise<unknown>
}

const open = new Map<Closable, () => Promise<unknown>>()
let ending = false

/** Does the work with something opened for it, and closes that at the end: after a failure, and when a signal comes, too. */
export async function withOpen<T extends Closable, R>(
  opening: T | Promise<T>,
  work: (opened: T) => Promise<R>,
): Promise<R> {
  const opened = await opening
  let closed: Promise<unknown> | undefined
  const close = () => (closed ??= opened.close())
  open.set(opened, close)
  try {
    if (ending) throw new Error('the bench was told to end')
    return await work(opened)
  } finally {
    await close()
    open.delete(opened)
  }
}

/** Closes what is open, what was opened last first. Nothing more is opened after that. */
export async function closeAll(): Promise<void> {
  ending = true
  for (const close of [...open.values()].reverse()) await close().catch(() => undefined)
}
