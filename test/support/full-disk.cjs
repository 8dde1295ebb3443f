// Loaded into the processes of a command. While the file FULL_DISK exists, writes to ledgers fail, like on a full disk.
const fs = require('node:fs')

const { existsSync, openSync, writeSync, writeFileSync } = fs
const { FULL_DISK = '', FULL_DISK_FOLDERS = '/tmp/trueup-' } = process.env
const paths = new Map()

const refuse = (path) => {
  const isFull = FULL_DISK_FOLDERS.split(',').some((folder) => String(path).startsWith(folder)) && existsSync(FULL_DISK)
  if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest)
  paths.set(descriptor, path)
  return descriptor
}
fs.writeSync = (descriptor, ...rest) => {
  refuse(paths.get(descriptor))
  return writeSync(descriptor, ...rest)
}
fs.writeFileSync = (path, ...rest) => {
  if (typeof path === 'string') refuse(path)
  return writeFileSync(path, ...rest)
}
