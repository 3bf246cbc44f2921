import { describe, expect, it } from 'vitest'
import { expectProblem, operations, stored } from '../support/connection-state.ts'
import { call, db, uniqueId } from '../support/stack.ts'

const ask = async (method: string, path: string) =>
  call(method, `/api/items${path}`, { token: (await operations()).token })

async function storeItem(fields: object): Promise<string> {
  const id = uniqueId('a-kind_thing')
  const item = { kind: 'a-kind', detail: 'Something is the matter.', status: 'open', createdAt: new Date() }
  await db()
    .doc(`items/${id}`)
    .set({ ...item, ...fields })
  return id
}

describe('the list of items', () => {
  it('has what is open, newest first, whoever wrote it, with the name of its property', async () => {
    const [propertyId, propertyName] = [uniqueId('property'), 'Casa Alameda']
    await db().doc(`properties/${propertyId}`).set({ name: propertyName, landlordId: 'nobody' })
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

  it('is filtered by kind and status', async () => {
    const kind = uniqueId('kind')
    const open = await storeItem({ kind })
    const resolved = await storeItem({ kind, status: 'resolved' })
    const ids = async (query: string) =>
      (await ask('GET', query)).body.items.map(({ id }: { id: string }) => id)
    expect(await ids(`?kind=${kind}`)).toEqual([open])
    expect(await ids(`?kind=${kind}&status=resolved`)).toEqual([resolved])
    expect(await ids('?status=open')).toContain(open)
  })

  it('refuses what it does not know', async () => {
    for (const query of ['?status=odd', '?cursor=made-up'])
      expect((await ask('GET', query)).body).toMatchObject({ status: 400, code: 'validation-failed' })
  })

  it('is no filter of the portfolio any more, which refuses it', async () => {
    const { token } = await operations()
    const { body } = await call('GET', '/api/portfolio?notBookable=true', { token })
    expect(body).toMatchObject({ status: 400, code: 'validation-failed' })
  })
})

describe('resolving an item', () => {
  it('remembers who and when, once', async () => {
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

  it('by two at once leaves one trace', async () => {
    const id = await storeItem({})
    const answers = await Promise.all([ask('POST', `/${id}/resolve`), ask('POST', `/${id}/resolve`)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await db().collection('auditLog').where('targetId', '==', id).get()).size).toBe(1)
  })

  it('is 404 when there is none', async () => {
    expectProblem(await ask('POST', '/nothing/resolve'), { status: 404, code: 'not-found' })
  })
})
