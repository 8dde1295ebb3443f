// Loaded into the processes of a command. Hides the folder /proc, which not all systems have.
const fs = require('node:fs')

for (const name of ['readFileSync', 'readdirSync', 'readlinkSync']) {
  const original = fs[name]
  fs[name] = (path, ...rest) => {
    if (/^\/proc(\/|$)/.test(String(path))) {
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' })
    }
    return original(path, ...rest)
  }
}
