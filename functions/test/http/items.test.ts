import { describe, expect, it } from 'vitest'
import { operations } from '../support/connection-state.ts'
import { call, db, expectProblem, put, stored, uniqueId } from '../support/stack.ts'

const ask = async (method: string, path: string) =>
  call(method, `/api/items${path}`, { token: (await operations()).token })

async function storeItem(fields: object): Promise<string> {
  const id = uniqueId('a-kind_thing')
  const item = { kind: 'a-kind', detail: 'Something is the matter.', status: 'open', createdAt: new Date() }
  await put(`items/${id}`, { ...item, ...fields })
  return id
}

describe('the list of items', () => {
  it('has open items newest first, whoever wrote them, with the name of their property', async () => {
    const [propertyId, propertyName] = [uniqueId('property'), 'Casa Alameda']
    await put(`properties/${propertyId}`, { name: propertyName, landlordId: 'nobody' })
    const old = await storeItem({
      propertyId,
      createdAt: new Date(1000),
      nextAction: 'Do it.',
      channelId: 'c',
    })
    const young = await storeItem({ propertyId, differences: ['for machines'] })
    await storeItem({ propertyId, status: 'resolved' })
    const answer = await ask('GET', `?propertyId=${propertyId}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.nextCursor).toBeNull()
    expect(answer.body.items).toEqual([
      {
        id: young,
        kind: 'a-kind',
        detail: 'Something is the matter.',
        nextAction: null,
        status: 'open',
        createdAt: expect.any(String),
        propertyId,
        propertyName,
      },
      expect.objectContaining({ id: old, nextAction: 'Do it.', channelId: 'c' }),
    ])
  })

  it('has the name of the guest and the channel of the message', async () => {
    const [kind, threadId, guestId] = [uniqueId('kind'), uniqueId('thread'), uniqueId('guest')]
    await put(`guests/${guestId}`, { name: 'Ines Moreau' })
    await put(`threads/${threadId}`, { guestId })
    await put(`threads/${threadId}/messages/one`, { type: 'sms-message' })
    await storeItem({ kind, threadId, messageId: 'one' })
    expect((await ask('GET', `?kind=${kind}`)).body.items).toMatchObject([
      { guestName: 'Ines Moreau', channel: 'sms' },
    ])
  })

  it('is filtered by kind and status', async () => {
    const kind = uniqueId('kind')
    const open = await storeItem({ kind })
    const resolved = await storeItem({ kind, status: 'resolved' })
    const ids = async (query: string) =>
      (await ask('GET', query)).body.items.map(({ id }: { id: string }) => id)
    expect(await ids(`?kind=${kind}`)).toEqual([open])
    expect(await ids(`?kind=${kind}&status=resolved`)).toEqual([resolved])
    expect(await ids('?status=open')).toContain(open)
    const off = await storeItem({ kind: 'channel-off' })
    const ofProperties = await ids('?about=property')
    expect(ofProperties).toContain(off)
    expect(ofProperties).not.toContain(open)
  })
})

describe('resolving an item', () => {
  it('records the user and the time, once', async () => {
    const id = await storeItem({})
    const { uid } = await operations()
    expect((await ask('POST', `/${id}/resolve`)).status).toBe(204)
    const first = await stored(`items/${id}`)
    expect(first).toMatchObject({ status: 'resolved', resolvedBy: uid })
    expect(first.resolvedAt.toMillis()).toBeGreaterThan(Date.now() - 60_000)
    expect((await ask('POST', `/${id}/resolve`)).status).toBe(204)
    expect(await stored(`items/${id}`)).toEqual(first)
    const audits = await db().collection('auditLog').where('targetId', '==', id).get()
    expect(audits.docs.map(entry => entry.data())).toMatchObject([
      { action: 'item.resolve', outcome: 'success', actorId: uid, targetType: 'item' },
    ])
  })

  it('is not found without an item', async () => {
    const answer = await ask('POST', '/nothing/resolve')
    expectProblem(answer, '404 not-found')
    expect(answer.body).toHaveProperty('nextAction')
  })
})
