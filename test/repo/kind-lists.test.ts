import { spawnSync } from 'node:child_process'
import { root } from './support/public-surface'

it('has sources that list all kinds as provider/kinds.ts has them', () => {
  const loader = ['--require', 'ts-node/register/transpile-only']
  const check = spawnSync(process.execPath, [...loader, 'tools/kind-lists/index.ts', '--check'], { cwd: root })
  expect(String(check.stderr) + String(check.stdout)).toBe('')
  expect(check.status).toBe(0)
})
