/** Whether what is sent stays on this machine. */
export const isLocal = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])\.?$/.test(new URL(url).hostname)

/** What is wrong with sending a secret to a URL; undefined when it is encrypted, or stays on this machine. */
export const unencrypted = (url: string): string | undefined =>
  new URL(url).protocol === 'http:' && !isLocal(url)
    ? 'is not encrypted: what is sent can be read on its way'
    : undefined
