import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

it('runs by itself, says where it listens, and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [main, '--port', '0', '--public-url', 'http://127.0.0.1:5000'])
  // Also if the test times out while it waits.
  onTestFinished(() => void child.kill('SIGKILL'))
  try {
    const [line] = await once(child.stdout, 'data')
    const url = /^sandbox listening on (http:\S+)/.exec(String(line))?.[1]
    const response = await fetch(`${url}/_sandbox/config`)
    expect(await response.json()).toEqual({ publicUrl: 'http://127.0.0.1:5000' })
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}, 20_000)
