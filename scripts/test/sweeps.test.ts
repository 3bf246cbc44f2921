import { createServer, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { reservePorts } from '../stack/ports.ts'
import { Sweeper, serveSweeps } from '../stack/sweeps.ts'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const trigger = (name: string, schedule?: object) => ({
  id: `region-${name}`,
  name,
  ...(schedule ? { schedule } : {}),
})

/** Stands in for the functions emulator; `failing` answers 500, `silent` not at all, everything takes a moment. Only who waits for a silent one is impatient. */
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
    sweeper: new Sweeper(`http://127.0.0.1:${port}`, 'demo-x', silent ? 2000 : 60_000),
    calls,
    most: () => most,
  }
}

test('runs the scheduled functions only, by the address of their trigger', async () => {
  const { sweeper, calls } = await emulator(['first', 'second'])
  expect(await sweeper.run()).toEqual({ ran: ['first', 'second'], failed: [] })
  expect(calls).toEqual([
    '/functions/projects/demo-x/triggers/region-first-0',
    '/functions/projects/demo-x/triggers/region-second-0',
  ])
})

test('runs those alone whose names are given, one run after another; an unknown name fails', async () => {
  const { sweeper, most } = await emulator(['first', 'slow', 'last'])
  const [named, all] = await Promise.all([sweeper.run(['slow', 'last']), sweeper.run()])
  expect([named.ran, all.ran, most()]).toEqual([['slow', 'last'], ['first', 'slow', 'last'], 1])
  expect(await sweeper.run(['gone', 'first'])).toMatchObject({ ran: ['first'], failed: [{ name: 'gone' }] })
})

test('nothing scheduled is fine', async () => {
  const { sweeper } = await emulator([])
  expect(await sweeper.run()).toEqual({ ran: [], failed: [] })
})

test('runs never overlap, and a request during a run gets a run that began after it', async () => {
  const { sweeper, calls, most } = await emulator(['only'])
  const first = sweeper.run()
  await expect.poll(() => calls.length).toBe(1)
  const [second, third] = [sweeper.run(), sweeper.run()]
  await Promise.all([first, second, third])
  expect([calls.length, most()]).toEqual([2, 1])
})

test('a regular run leaves the slow ones to their own pace; one that was asked for never does', async () => {
  const { sweeper } = await emulator(['fast', 'slow'])
  expect((await sweeper.runDue()).ran).toEqual(['fast'])
  expect((await sweeper.run()).ran).toEqual(['fast', 'slow'])
  expect((await sweeper.runDue()).ran).toEqual(['fast'])
  const [, shared] = await Promise.all([sweeper.runDue(), sweeper.run()])
  expect(shared.ran).toEqual(['fast', 'slow'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
  expect((await sweeper.runDue()).ran).toEqual(['fast', 'slow'])
  vi.useRealTimers()
})

test('one that never answers holds up neither the others nor the next run', async () => {
  const { sweeper } = await emulator(['first', 'dead', 'last'], '', 'dead')
  const result = await sweeper.run()
  expect(result.ran).toEqual(['first', 'last'])
  expect(result.failed).toMatchObject([{ name: 'dead', status: 0, detail: expect.stringMatching(/timeout/) }])
  expect((await sweeper.run()).ran).toEqual(['first', 'last'])
})

test('SWEEP_URL answers 200 with names, 500 with details, 405 to anything but POST', async () => {
  const { ports, release } = await reservePorts(false)
  const serve = async (sweeper: Sweeper, port: number) => {
    servers.push(await serveSweeps(sweeper, port))
    return async (method: string, query = '') => {
      const response = await fetch(`http://127.0.0.1:${port}${query}`, { method })
      return [response.status, await response.json()]
    }
  }
  const good = await serve((await emulator(['a'])).sweeper, ports.sweep)
  expect(await good('POST')).toEqual([200, { ran: ['a'] }])
  expect(await good('POST', '?only=a')).toEqual([200, { ran: ['a'] }])
  expect((await good('POST', '?only=b'))[0]).toBe(500)
  expect((await good('GET'))[0]).toBe(405)
  const bad = await serve((await emulator(['a', 'bad'], 'bad')).sweeper, ports.hub)
  expect(await bad('POST')).toMatchObject([500, { ran: ['a'], failed: [{ name: 'bad', status: 500 }] }])
  release()
})
