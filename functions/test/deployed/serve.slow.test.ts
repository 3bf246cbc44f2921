import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { killGroup } from '../../../scripts/stack/processes.ts'

const module = pathToFileURL(path.join(import.meta.dirname, 'serve.ts')).href

test('a served program ends with the process that serves it, even when that is killed', async () => {
  const listen = `require('http').createServer().listen(process.env.PORT)`
  const serveAndDie = `
    const { serveNode } = await import(${JSON.stringify(module)})
    const { pid } = await serveNode('a server', ['-e', ${JSON.stringify(listen)}], { cwd: '/', env: {} })
    require('fs').writeSync(1, String(pid))
    process.kill(process.pid, 'SIGKILL')`
  const code = `(async () => {${serveAndDie}})()`
  const { stdout } = await execa(process.execPath, ['-e', code], { reject: false })
  expect(stdout).toMatch(/^\d+$/)
  await expect.poll(() => killGroup(Number(stdout), 0), { timeout: 20_000 }).toBe(false)
})
