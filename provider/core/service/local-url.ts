/** Whether a URL is on this machine. */
export const isLocal = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])\.?$/.test(new URL(url).hostname)

/** Returns why a secret should not be sent to a URL. Returns undefined if the URL is encrypted or local. */
export const unencrypted = (url: string): string | undefined =>
  new URL(url).protocol === 'http:' && !isLocal(url)
    ? 'is not encrypted: others on the network can read the data'
    : undefined
