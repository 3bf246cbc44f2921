import { userInfo } from 'node:os'
import { beforeAll, expect, it } from 'vitest'
import { dayOf } from '../../src/lib/days.ts'
import { storePieces } from '../support/due-pieces.ts'
import { runOps } from '../support/ops.ts'
import { ownProjects } from '../support/world.ts'

const { projectId, db } = ownProjects()()
beforeAll(() => storePieces(db, 'chatapp-delivery', { count: 5, now: new Date() }))

const ops = (...given: string[]) => runOps(projectId, ...given)

const audits = async (action: string) =>
  (await db.collection('auditLog').where('action', '==', action).get()).docs.map(one => one.data())

it('due tells by kind what is due and for how long', async () => {
  const { result, stdout } = await ops('due')
  const chatapp = result.due.find(({ kind }: { kind: string }) => kind === 'chatapp-delivery')
  expect(chatapp).toMatchObject({ lane: 'chatapp', count: 5 })
  expect(chatapp.oldestSeconds).toBeGreaterThanOrEqual(5)
  expect(stdout).toMatch(/chatapp-delivery +chatapp +5 +oldest due for \d+ s/)
})

it('due tells how far the watch of channels is', async () => {
  const startedAt = new Date('2031-05-01T08:00:00Z')
  await db.doc('checkpoints/channels').set({ startedAt, count: 100, looked: 25 })
  const { result, stdout } = await ops('due')
  expect(result.rounds).toContainEqual({
    round: 'channels',
    since: startedAt.toISOString(),
    count: 100,
    looked: 25,
  })
  expect(stdout).toMatch(/round channels +since \S+: 25 of 100 channels looked at$/m)
})

it('pause closes a lane and resume opens it, each with an entry in the audit log', async () => {
  expect((await ops('pause', '--lane', 'sms')).result).toEqual({ lane: 'sms', paused: true })
  expect((await db.doc('lanes/sms').get()).get('pausedBy')).toEqual(expect.any(String))
  expect((await db.doc('items/lane-paused_sms').get()).data()).toMatchObject({
    kind: 'lane-paused',
    status: 'open',
    lane: 'sms',
    nextAction: expect.stringContaining('resume --lane sms'),
  })
  const { result, stdout } = await ops('due')
  expect(result.lanes).toEqual([{ lane: 'sms', says: expect.stringMatching(/^paused by ./) }])
  expect(stdout).toMatch(/lane +sms +paused by /)
  expect((await ops('resume', '--lane', 'sms')).result).toEqual({ lane: 'sms', paused: false })
  expect((await db.doc('lanes/sms').get()).get('pausedBy')).toBeNull()
  expect((await db.doc('items/lane-paused_sms').get()).get('status')).toBe('resolved')
  expect([await audits('lane.pause'), await audits('lane.resume')]).toMatchObject([
    [{ targetId: 'sms' }],
    [{ targetId: 'sms' }],
  ])
})

it('resend counts first, sends again what failed, and finds nothing the second time', async () => {
  const failed = { status: 'failed', attempts: 3, failure: { code: 'c', detail: 'd', nextAction: 'n' } }
  for (const number of [0, 1, 2])
    await db
      .doc(`threads/p${number}/messages/p${number}`)
      .update({ delivery: { ...failed, automated: true }, externalMessageId: `SM${number}` })
  const given = ['resend', '--vendor', 'twilio', '--status', 'failed']
  expect((await ops(...given, '--dry-run')).result).toMatchObject({ found: 3, resent: 0, dryRun: true })
  expect(await audits('ops.resend')).toEqual([])
  const all = [
    '--hours',
    '2',
    '--since',
    '2020-01-01T00:00:00Z',
    '--until',
    new Date(Date.now() + 60_000).toISOString(),
  ]
  expect((await ops(...given, ...all)).result).toMatchObject({ found: 3, resent: 3, dryRun: false })
  const { delivery, externalMessageId } = (await db.doc('threads/p1/messages/p1').get()).data() ?? {}
  expect(delivery).toMatchObject({
    status: 'pending',
    attempts: 0,
    dueAt: expect.anything(),
    automated: true,
  })
  const twoHours = 2 * 3_600_000
  expect(delivery.sendUntil.toMillis() - delivery.dueAt.toMillis()).toBe(twoHours)
  // Later reports of the failed send do not count for the next one.
  expect({ externalMessageId, replacedIds: delivery.replacedIds }).toEqual({ replacedIds: ['SM1'] })
  expect(await audits('ops.resend-begun')).toMatchObject([{ targetId: 'twilio', metadata: { found: 3 } }])
  expect(await audits('ops.resend')).toMatchObject([{ targetId: 'twilio', metadata: { resent: 3 } }])
  expect((await ops(...given)).result).toMatchObject({ found: 0, resent: 0 })
})

it.each([
  {
    vendor: 'twilio',
    path: 'threads/p3/messages/p3',
    lost: { 'delivery.status': 'unknown', 'delivery.dueAt': null },
    again: { delivery: { status: 'unknown', callEnded: true, dueAt: expect.anything() } },
  },
  {
    vendor: 'sendgrid',
    path: 'emails/lost',
    lost: { status: 'unknown', attempts: 2 },
    again: { status: 'pending', attempts: 0, dueAt: expect.anything() },
  },
  {
    vendor: 'guest-platform',
    path: 'threads/p4/messages/p4',
    lost: { forwarding: { status: 'failed', attempts: 9, byMember: true } },
    again: { forwarding: { status: 'pending', attempts: 0, byMember: true, dueAt: expect.anything() } },
  },
])('resend makes due again what $vendor may not have received', async ({ vendor, path, lost, again }) => {
  const document = db.doc(path)
  const item = db.doc('items/forwarding-failed_p4')
  await item.set({ kind: 'forwarding-failed', status: 'open' })
  await document.set({ createdAt: new Date() }, { merge: true })
  await document.update(lost)
  const given = [
    'resend',
    '--vendor',
    vendor,
    '--status',
    'failed,unknown',
    '--since',
    '2020-01-01T00:00:00Z',
  ]
  expect((await ops(...given, '--dry-run')).result).toMatchObject({ found: 1, resent: 0 })
  expect((await ops(...given)).result).toMatchObject({ found: 1, resent: 1 })
  expect((await document.get()).data()).toMatchObject(again)
  expect((await item.get()).get('status')).toBe(vendor === 'guest-platform' ? 'resolved' : 'open')
})

it('lift lets more be sent today than a cap says, with an entry in the audit log', async () => {
  const { result } = await ops('lift', '--cap', 'user', '--id', 'u1')
  expect(result).toEqual({ cap: 'user', id: 'u1', day: dayOf(new Date()), lifted: true })
  const counter = await db.doc(`spendCounters/${result.day}_user_u1`).get()
  expect(counter.get('liftedBy')).toBe(userInfo().username)
  expect(await audits('spend-cap.lift')).toMatchObject([{ targetId: 'user', metadata: { id: 'u1' } }])
})

it('export-guest and erase-guest count first, and end with a line of JSON and an entry in the audit log', async () => {
  await db.doc('guests/gone').set({ name: 'Maria Rossi', phone: '+491510000001' })
  await db
    .doc('reservations/of-gone')
    .set({ guestId: 'gone', arrival: '2031-01-01', departure: '2031-01-02' })
  const counts = { guests: 1, reservations: 1, messages: 0 }
  const counted = await ops('export-guest', '--guest', 'gone', '--dry-run')
  expect(counted.result).toEqual({ guest: 'gone', counts: expect.objectContaining(counts), dryRun: true })
  const exported = await ops('export-guest', '--guest', 'gone')
  expect(exported.result).toMatchObject({ counts, documents: { 'guests/gone': { name: 'Maria Rossi' } } })
  const dry = await ops('erase-guest', '--guest', 'gone', '--dry-run')
  expect(dry.result).toMatchObject({ guest: 'gone', counts, left: 0, dryRun: true })
  expect(dry.stdout).toMatch(/reservations +1\n/)
  expect((await db.doc('guests/gone').get()).exists).toBe(true)
  expect((await ops('erase-guest', '--guest', 'gone')).result).toMatchObject({
    counts,
    left: 0,
    dryRun: false,
  })
  expect((await db.doc('guests/gone').get()).exists).toBe(false)
  expect((await db.doc('reservations/of-gone').get()).data()).toMatchObject({
    guestId: null,
    arrival: '2031-01-01',
  })
  expect([await audits('guest.export'), await audits('guest.erase')]).toMatchObject([
    [{ targetId: 'gone' }],
    [{ targetId: 'gone', metadata: counts }],
  ])
})

it.each([
  [['erase-guest'], 'erase-guest needs --guest'],
  [['lift', '--cap', 'user'], 'lift needs --cap all'],
  [['resend', '--vendor', 'twilio', '--status', 'failed', '--hours', 'two'], 'two is no number of hours'],
  [['pause', '--lane', 'fax'], 'There is no lane fax'],
  [['resend', '--vendor', 'twilio'], 'resend needs --vendor and --status'],
  [['resend', '--vendor', 'twilio', '--status', 'sent'], 'resend needs --vendor and --status'],
  [['resend', '--vendor', 'twilio', '--status', 'failed', '--since', 'now'], 'now is no time'],
])('ops says what is wrong with %j', async (given, words) => {
  const { exitCode, stderr } = await ops(...given)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(words)
})
