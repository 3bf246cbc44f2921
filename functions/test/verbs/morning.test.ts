import { expect, it } from 'vitest'
import { morning } from '../../src/lib/chat/reports/morning.ts'
import { actorOf, staffActor } from '../support/chat-deps.ts'
import { testContext } from '../support/test-context.ts'
import { ownProjects } from '../support/world.ts'

const ownProject = ownProjects()

it('the morning counts the entries of each list, and the outcomes of sends', async () => {
  const { db } = ownProject()
  const context = testContext({ firestore: db })
  const item = (kind: string, status = 'open') =>
    db.collection('items').add({ kind, status, detail: '', createdAt: new Date() })
  await Promise.all([
    ...['send-failed', 'send-failed', 'email-bounced', 'of-tomorrow'].map(kind => item(kind)),
    item('send-failed', 'resolved'),
    db.collection('connectionRequests').add({ status: 'pending' }),
    db.collection('connectionRequests').add({ status: 'rejected' }),
  ])
  const sent = (type: string, status: string, daysAgo: number) =>
    db.collection('threads/t/messages').add({
      type,
      delivery: { status },
      createdAt: new Date(Date.now() - daysAgo * 86_400_000),
    })
  await Promise.all([
    sent('sms-message', 'delivered', 1),
    sent('sms-message', 'read', 6),
    sent('sms-message', 'read', 8),
    sent('sms-message', 'unknown', 1),
    sent('chatapp-message', 'pending', 0),
    sent('chatapp-message', 'sent', 0),
    sent('note', 'sent', 0),
  ])
  const overview = await morning(context, actorOf('operations'))
  expect(overview).toMatchObject({
    items: [
      { kind: 'email-bounced', count: 1 },
      { kind: 'send-failed', count: 2 },
    ],
    allItems: 4,
    requests: 1,
  })
  const of = (name: string) => overview.deliveries.find(({ channel }) => channel === name)
  expect(of('sms')).toEqual({ channel: 'sms', arrived: 2, accepted: 0, waiting: 0, failed: 1 })
  expect(of('chatapp')).toEqual({ channel: 'chatapp', arrived: 0, accepted: 1, waiting: 1, failed: 0 })
  expect(await morning(context, staffActor())).toMatchObject({
    items: [{ kind: 'send-failed', count: 2 }],
    allItems: null,
    requests: null,
  })
})
