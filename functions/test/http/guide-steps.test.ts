import { describe, expect, it, vi } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import { mailsTo, operations } from '../support/connection-state.ts'
import { call, update } from '../support/stack.ts'

const stepOf = async (method: string, path: string, body?: object) => {
  const { token } = await operations()
  return call(method, `/api/property-requests/${path}`, { token, body })
}

describe('a step of the guide', () => {
  it('is read, and sent to the landlord in their language once', async () => {
    const { landlordId, requestId, email } = await storeProperty()
    await update(`accounts/${landlordId}`, { language: 'it-IT' })
    const path = `${requestId}/guide-steps/agreement`
    const before = await stepOf('GET', path)
    expect(before.status, before.text).toBe(200)
    const { language } = before.body
    const sent = await stepOf('POST', path, { language })
    expect(sent.status, sent.text).toBe(201)
    expect(sent.body).toEqual({ at: expect.any(String), by: expect.any(String), language: 'it' })
    const again = await stepOf('POST', path, { language: 'de' })
    expect([again.status, again.body]).toEqual([200, sent.body])
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1), 20_000)
    expect((await stepOf('GET', path)).body.lastSent).toMatchObject(sent.body)
    expect((await stepOf('GET', `${requestId}/guide-steps/none`)).status).toBe(404)
    expect((await stepOf('POST', `${requestId}/guide-steps/none`, { language })).status).toBe(404)
  })
})
