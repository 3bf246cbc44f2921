import { describe, expect, it } from 'vitest'
import { expectProblem, operations, stored } from '../support/connection-state.ts'
import { call, db, signIn, uniqueId } from '../support/stack.ts'

const ask = async (method: string, path: string, role = 'operations') => {
  const { token } = role === 'operations' ? await operations() : await signIn({ role })
  return call(method, `/api/items${path}`, { token })
}

async function storeItem(fields: object): Promise<string> {
  const id = uniqueId('a-kind_thing')
  const item = { kind: 'a-kind', detail: 'Something is the matter.', status: 'open', createdAt: new Date() }
  await db()
    .doc(`items/${id}`)
    .set({ ...item, ...fields })
  return id
}

describe('the list of items', () => {
  it('has what is open, newest first, whoever wrote it', async () => {
    const propertyId = uniqueId('property')
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
      },
      expect.objectContaining({ id: old, nextAction: 'Do it.', channelId: 'c' }),
    ])
  })

  it('names the property, where there is one', async () => {
    const propertyId = uniqueId('property')
    await db().doc(`properties/${propertyId}`).set({ name: 'Casa Alameda', landlordId: 'nobody' })
    const id = await storeItem({ propertyId })
    const { body } = await ask('GET', `?propertyId=${propertyId}`)
    expect(body.items).toMatchObject([{ id, propertyId, propertyName: 'Casa Alameda' }])
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

  it('is 404 when there is none, and for operations alone', async () => {
    expectProblem(await ask('POST', '/nothing/resolve'), { status: 404, code: 'not-found' })
    const id = await storeItem({})
    for (const role of ['support', 'service', 'landlord']) {
      expect((await ask('POST', `/${id}/resolve`, role)).body).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
      expect((await ask('GET', '', role)).status).toBe(403)
    }
    expect((await stored(`items/${id}`)).status).toBe('open')
    expect((await ask('DELETE', `/${id}/resolve`)).status).toBe(405)
  })
})
