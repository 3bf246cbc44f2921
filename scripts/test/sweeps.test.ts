import { createServer, type Server } from 'node:http'
import getPort from 'get-port'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Sweep, serveSweeps, sweeper } from '../stack/sweeps.ts'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const trigger = (name: string, schedule?: object) => ({
  id: `region-${name}`,
  name,
  ...(schedule ? { schedule } : {}),
})

/**
 * Stands in for the functions emulator; `failing` answers 500, `silent` not at all, every call takes a moment. The
 * time-out is short only with `silent`.
 */
async function emulator(names: string[], failing = '', silent = '') {
  const calls: string[] = []
  let atOnce = 0
  let most = 0
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/backends') {
      const functionTriggers = [
        trigger('chat'),
        ...names.map(name =>
          trigger(name, { schedule: name === 'slow' ? 'every 5 minutes' : 'every 1 minutes' }),
        ),
      ]
      return response.end(JSON.stringify({ backends: [{ functionTriggers }] }))
    }
    calls.push(request.url ?? '')
    most = Math.max(most, ++atOnce)
    await new Promise(resolve => setTimeout(resolve, 20))
    atOnce--
    if (silent && request.url?.includes(silent)) return
    response.writeHead(failing && request.url?.includes(failing) ? 500 : 200).end()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  servers.push(server)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    sweep: sweeper(`http://127.0.0.1:${port}`, 'demo-x', silent ? 2000 : 60_000),
    calls,
    most: () => most,
  }
}

test('runs only scheduled functions, by the address of their trigger', async () => {
  const { sweep, calls } = await emulator(['first', 'second'])
  expect(await sweep()).toEqual({ ran: ['first', 'second'], failed: [] })
  expect(calls).toEqual([
    '/functions/projects/demo-x/triggers/region-first-0',
    '/functions/projects/demo-x/triggers/region-second-0',
  ])
})

test('runs only the named functions, one run after another; an unknown name fails', async () => {
  const { sweep, most } = await emulator(['first', 'slow', 'last'])
  const [named, all] = await Promise.all([sweep(['slow', 'last']), sweep()])
  expect([named.ran, all.ran, most()]).toEqual([['slow', 'last'], ['first', 'slow', 'last'], 1])
  expect(await sweep(['gone', 'first'])).toEqual({
    ran: ['first'],
    failed: ['gone is no scheduled function'],
  })
})

test('a project without scheduled functions is no error', async () => {
  const { sweep } = await emulator([])
  expect(await sweep()).toEqual({ ran: [], failed: [] })
})

test('runs never overlap, and a request during a run gets a run that began after it', async () => {
  const { sweep, calls, most } = await emulator(['only'])
  const first = sweep()
  await expect.poll(() => calls.length).toBe(1)
  const [second, third] = [sweep(), sweep()]
  await Promise.all([first, second, third])
  expect([calls.length, most()]).toEqual([3, 1])
})

test('a regular run skips functions that are not due; a requested run skips none', async () => {
  const { sweep } = await emulator(['fast', 'slow'])
  expect((await sweep('due')).ran).toEqual(['fast'])
  expect((await sweep()).ran).toEqual(['fast', 'slow'])
  expect((await sweep('due')).ran).toEqual(['fast'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
  expect((await sweep('due')).ran).toEqual(['fast', 'slow'])
  vi.useRealTimers()
})

test('a function that never answers holds up neither other functions nor the next run', async () => {
  const { sweep } = await emulator(['first', 'dead', 'last'], '', 'dead')
  const result = await sweep()
  expect(result.ran).toEqual(['first', 'last'])
  expect(result.failed).toEqual([expect.stringMatching(/^dead .*timeout/)])
  expect((await sweep()).ran).toEqual(['first', 'last'])
})

test('SWEEP_URL answers 200 with names, 500 with details, 405 to anything but POST', async () => {
  const serving = new AbortController()
  onTestFinished(() => serving.abort())
  const serve = async (sweep: Sweep) => {
    const port = await getPort({ host: '127.0.0.1' })
    await serveSweeps(sweep, port, serving.signal)
    return async (method: string, query = '') => {
      const response = await fetch(`http://127.0.0.1:${port}${query}`, { method })
      return [response.status, await response.json()]
    }
  }
  const good = await serve((await emulator(['a'])).sweep)
  expect(await good('POST')).toEqual([200, { ran: ['a'], failed: [] }])
  expect(await good('POST', '?only=a')).toEqual([200, { ran: ['a'], failed: [] }])
  expect((await good('POST', '?only=b'))[0]).toBe(500)
  expect((await good('GET'))[0]).toBe(405)
  const bad = await serve((await emulator(['a', 'bad'], 'bad')).sweep)
  expect(await bad('POST')).toEqual([500, { ran: ['a'], failed: ['bad answered 500 '] }])
})
