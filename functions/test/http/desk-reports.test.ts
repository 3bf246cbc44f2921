import { describe, expect, it } from 'vitest'
import { call, put, signIn, uniqueId } from '../support/stack.ts'

const support = await signIn({ role: 'support' })
const ask = (path: string, { token } = support) => call('GET', path, { token })

it('the overview counts open items, triage and requests, for support only its items and triage', async () => {
  const operations = await signIn({ role: 'operations' })
  const waiting = async (who?: typeof operations) => (await ask('/api/overview', who)).body.waiting
  const [before, ofSupport] = [await waiting(operations), await waiting()]
  await put(`items/${uniqueId('item')}`, { kind: 'channel-off', status: 'open' })
  await put(`items/${uniqueId('item')}`, { kind: 'send-failed', status: 'open' })
  await put(`items/${uniqueId('item')}`, { kind: 'send-failed', status: 'resolved' })
  await put(`triage/${uniqueId('triage')}`, { status: 'open' })
  await put(`triage/${uniqueId('triage')}`, { status: 'spam' })
  await put(`connectionRequests/${uniqueId('request')}`, { status: 'pending' })
  // Work that earlier tests began may still open items.
  const atLeast = (count: number) => expect.toSatisfy((found: number) => found >= count, `${count} or more`)
  expect(await waiting(operations)).toEqual({
    items: atLeast(before.items + 2),
    triage: before.triage + 1,
    requests: before.requests + 1,
  })
  expect(await waiting()).toEqual({
    items: atLeast(ofSupport.items + 1),
    triage: ofSupport.triage + 1,
    requests: null,
  })
})

describe('the ledger', () => {
  const span = 'from=2026-10-01&to=2026-10-02'
  async function property(): Promise<string> {
    const propertyId = uniqueId('property')
    await put(`properties/${propertyId}`, { name: 'Casa Alameda', landlordId: 'l' })
    const record = { threadId: '=1+1', propertyId, teamId: null, channel: 'sms' }
    await put(`ledger/${uniqueId('wait')}`, {
      ...record,
      arrivedAt: new Date('2026-10-01T08:00:00Z'),
      dueBy: new Date('2026-10-01T09:00:00Z'),
      endedAt: new Date('2026-10-01T08:20:00Z'),
      how: 'answered',
      by: 'sam',
      inTime: true,
    })
    return propertyId
  }

  it('comes as a table, in which nothing is a formula', async () => {
    const propertyId = await property()
    const { status, headers, text } = await ask(`/api/ledger?${span}&propertyId=${propertyId}&format=csv`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe('attachment; filename="ledger-2026-10-01-2026-10-02.csv"')
    expect(text.split('\r\n')[1]).toContain(`,'=1+1,${propertyId},,sms,2026-10-01T08:00:00.000Z,`)
    expect(headers.get('link')).toBeNull()
  })
})

it('facts beside a thread are not found where there is none', async () => {
  const { status, body } = await ask(`/chat/threads/${uniqueId('none')}/about`)
  expect([status, body.code]).toEqual([404, 'thread-not-found'])
})
