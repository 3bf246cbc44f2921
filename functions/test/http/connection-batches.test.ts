import { describe, expect, it } from 'vitest'
import { pairOf } from '../support/batches.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { expectConnected, operations } from '../support/connection-state.ts'
import { call, type Data, expectProblem, sweep, uniqueId } from '../support/stack.ts'

const ask = async (method: string, path: string, body?: object) => {
  const { token } = await operations()
  return call(method, `/api/connection-batches${path}`, { token, ...(body && { body }) })
}

/** Runs the due work until the batch is so. */
async function until(batchId: string, isSo: (batch: Data) => boolean): Promise<Data> {
  for (let runs = 0; runs < 20; runs += 1) {
    await sweep('workdue')
    const { body } = await ask('GET', `/${batchId}`)
    if (isSo(body)) return body
  }
  throw new Error('it never came to that')
}

const isDone = ({ isWorking }: Data) => !isWorking

describe('the pairs of a batch', () => {
  it('are kept, tested, chosen and connected', async () => {
    const [one, other] = [await storeProperty(), await storeProperty()]
    const batchId = uniqueId('batch')
    const wrong = { propertyId: one.propertyId, hotelId: 'abc' }
    const body = { batchId, ota: 'booking', pairs: [pairOf(one), pairOf(other), wrong] }
    const made = await ask('POST', '', body)
    expect(made.status, made.text).toBe(201)
    const again = await ask('POST', '', body)
    expect([again.status, again.body]).toEqual([200, { batchId, isNew: false }])
    const tested = await until(batchId, isDone)
    expect(tested.rows.map(({ state, outcome }: Data) => [state, outcome])).toEqual([
      ['tested', 'connects'],
      ['tested', 'connects'],
      ['wrong', undefined],
    ])
    const chosen = await ask('POST', `/${batchId}/connect`, { rows: [0], total: [] })
    expect(chosen.status, chosen.text).toBe(202)
    const ended = await until(batchId, isDone)
    expect(ended).toMatchObject({ counts: { connected: 1, tested: 1, wrong: 1 } })
    await expectConnected(one)
    const { body: list } = await ask('GET', '')
    expect(list.batches.find((batch: Data) => batch.batchId === batchId)).toMatchObject({
      size: 3,
      counts: { connected: 1, tested: 1, wrong: 1 },
      isWorking: false,
    })
    expect((await ask('POST', `/${batchId}/stop`)).status).toBe(204)
  })

  it('are 500 in one request at most', async () => {
    const pairs = Array.from({ length: 500 }, (_, at) => ({
      propertyId: `${'p'.repeat(100)}${at}`,
      hotelId: 'none',
      paymentId: 'x'.repeat(100),
    }))
    const made = await ask('POST', '', { ota: 'booking', pairs })
    expect(made.status, made.text).toBe(201)
    const { body } = await ask('GET', `/${made.body.batchId}`)
    expect(body).toMatchObject({ size: 500, counts: { wrong: 500 }, isWorking: false })
    const tooMany = await ask('POST', '', { ota: 'booking', pairs: [...pairs, ...pairs] })
    expect(tooMany.status).toBe(400)
  })

  it('are not found in an unknown batch', async () => {
    for (const path of ['/none', '/none/stop', '/none/connect']) {
      const body = path.endsWith('connect') ? { rows: [0], total: [] } : undefined
      const answer = await ask(path === '/none' ? 'GET' : 'POST', path, body)
      expectProblem(answer, '404 not-found')
      expect(answer.body).toHaveProperty('nextAction')
    }
  })
})
