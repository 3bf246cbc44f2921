import { describe, expect, it } from 'vitest'
import { credentials, useSandbox } from './support.ts'

const sandbox = useSandbox({ forEachTest: true })

const arm = async (fault: object) => {
  const answer = await sandbox.control('POST', '/faults', fault)
  expect(answer.status).toBe(201)
}
const send = () => sandbox.send({ To: '+447700900123', From: credentials.smsSender, Body: 'Hi' })
const sent = async (): Promise<number> =>
  (await sandbox.control('GET', '/state?vendor=twilio')).body.messages.length
const statuses = async (vendor: string): Promise<(number | null)[]> =>
  (await sandbox.control('GET', `/requests?vendor=${vendor}`)).body.map(
    (one: { status: number | null }) => one.status,
  )

describe('modes', () => {
  it("status refuses before processing, in the vendor's own format", async () => {
    const expected: [string, () => Promise<unknown>, object][] = [
      ['twilio', send, { code: 20429, status: 429 }],
      [
        'channel-manager',
        () => sandbox.manager('GET', '/channels'),
        { errors: { code: 'http_too_many_requests' } },
      ],
      ['sendgrid', () => sandbox.mail({}), { errors: [{ message: expect.any(String) }] }],
      [
        'algolia',
        () => sandbox.algolia('POST', '/1/indexes/t/query', {}),
        { status: 429, message: expect.any(String) },
      ],
      ['guest-platform', () => sandbox.guest('PUT', '/threads/t/messages/m', {}), { error: { status: 429 } }],
    ]
    for (const [vendor, call, body] of expected) {
      await arm({ vendor, mode: 'status', status: 429 })
      expect(await call()).toMatchObject({ status: 429, body })
      expect(await statuses(vendor)).toEqual([429])
    }
    expect(await sent()).toBe(0)
  })

  it('status carries the body and headers it was given', async () => {
    const headers = { 'retry-after': '7' }
    await arm({ vendor: 'twilio', mode: 'status', status: 418, body: { odd: true }, headers })
    const answer = await send()
    expect(answer).toMatchObject({ status: 418, body: { odd: true } })
    expect(answer.headers.get('retry-after')).toBe('7')
  })

  it('reset breaks the connection before anything happens', async () => {
    await arm({ vendor: 'twilio', mode: 'reset' })
    await expect(send()).rejects.toThrow()
    expect(await sent()).toBe(0)
    expect(await statuses('twilio')).toEqual([null])
  })

  it('processed-then-reset does the work and loses the reply', async () => {
    await arm({ vendor: 'twilio', mode: 'processed-then-reset', times: 1 })
    await expect(send()).rejects.toThrow()
    expect(await sent()).toBe(1)
    expect(await statuses('twilio')).toEqual([null])
    expect((await send()).status).toBe(201)
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('timeout never answers (processed: %s)', async (processed, count) => {
    await arm({ vendor: 'twilio', mode: 'timeout', processed })
    const outcome = await Promise.race([
      send().then(
        () => 'answered',
        () => 'broken',
      ),
      new Promise(resolve => setTimeout(() => resolve('silence'), 300)),
    ])
    expect(outcome).toBe('silence')
    expect(await sent()).toBe(count)
    expect(await statuses('twilio')).toEqual([null])
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('delay answers late (processed: %s)', async (processed, early) => {
    await arm({ vendor: 'twilio', mode: 'delay', delayMs: 1500, processed })
    const start = performance.now()
    const pending = send()
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await sent()).toBe(early)
    expect((await pending).status).toBe(201)
    expect(performance.now() - start).toBeGreaterThanOrEqual(1495)
    expect(await sent()).toBe(1)
  })

  it('malformed answers 200 with a wrong shape', async () => {
    await arm({ vendor: 'channel-manager', mode: 'malformed' })
    expect(await sandbox.manager('GET', '/channels')).toMatchObject({
      status: 200,
      body: { unexpected: ['shape'] },
    })
    await sandbox.control('DELETE', '/faults')
    await arm({ vendor: 'channel-manager', mode: 'malformed', body: { data: 7 } })
    expect((await sandbox.manager('GET', '/channels')).body).toEqual({ data: 7 })
  })
})

describe('matching', () => {
  const path = '/channels?pagination[limit]=1'
  const listed = async () => (await sandbox.manager('GET', path)).status

  it.each([
    ['by the path after the prefix', { path: '^/channels$' }, 503],
    ['by the path with its query', { path: 'pagination\\[limit\\]=1$' }, 503],
    ['by the full path', { path: '^/channel-manager/channels$' }, 503],
    ['not by another path', { path: '/properties' }, 200],
    ['by the method', { method: 'get' }, 503],
    ['not by another method', { method: 'POST' }, 200],
  ])('hits %s', async (_name, aim, status) => {
    await arm({ vendor: 'channel-manager', mode: 'status', ...aim })
    expect(await listed()).toBe(status)
  })

  it('leaves other vendors alone', async () => {
    await arm({ vendor: 'algolia', mode: 'status' })
    expect(await listed()).toBe(200)
  })

  it('skips calls, then hits `times` calls', async () => {
    await arm({ vendor: 'channel-manager', mode: 'status', status: 500, skip: 1, times: 2 })
    expect([await listed(), await listed(), await listed(), await listed()]).toEqual([200, 500, 500, 200])
  })

  it('hits until it is cleared; several faults take turns', async () => {
    await arm({ vendor: 'channel-manager', mode: 'status', status: 500, times: 1 })
    await arm({ vendor: 'channel-manager', mode: 'status', status: 502 })
    expect([await listed(), await listed(), await listed()]).toEqual([500, 502, 502])
    expect((await sandbox.control('DELETE', '/faults')).status).toBe(204)
    expect(await listed()).toBe(200)
  })

  it.each([
    [{ vendor: 'nobody', mode: 'status' }],
    [{ vendor: 'twilio', mode: 'explode' }],
    [{ vendor: 'twilio', mode: 'status', path: '(' }],
    [{ vendor: 'twilio', mode: 'status', stauts: 500 }],
  ])('refuses %j', async fault => {
    expect((await sandbox.control('POST', '/faults', fault)).status).toBe(400)
  })
})
