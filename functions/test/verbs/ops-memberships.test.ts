import { beforeAll, expect, it } from 'vitest'
import { runOps } from '../support/ops.ts'
import { ownProjects } from '../support/world.ts'

const { projectId, db } = ownProjects()()

const ops = (...given: string[]) => runOps(projectId, ...given)

const joinedOf = async (threadId: string) => {
  const thread = (await db.doc(`threads/${threadId}`).get()).data() ?? {}
  return { role: thread.roleJoinedIds ?? [], self: thread.selfJoinedIds ?? [], version: thread.version ?? 0 }
}
const audits = async (action: string) =>
  (await db.collection('auditLog').where('action', '==', action).get()).docs.map(one => one.data())

const people = {
  stay: ['maria', 'lars', 'sam', 'sue', 'silent', 'puppet'],
  support: ['lars', 'sam'],
  guests: ['maria', 'olga', 'sam'],
}

/** Threads of a stay, of support and of a guest without a stay; everybody but the silent one has posted. */
beforeAll(async () => {
  const batch = db.batch()
  const thread = (threadId: string, participantIds: string[], fields: object) => {
    batch.set(db.doc(`threads/${threadId}`), {
      source: 'guest',
      participantIds,
      needsAttention: [],
      ...fields,
    })
    for (const authorId of participantIds)
      if (authorId !== 'silent')
        batch.set(db.doc(`threads/${threadId}/messages/${authorId}`), { authorId, messageId: authorId })
  }
  batch.set(db.doc('reservations/stay'), { guestId: 'maria', propertyId: 'house' })
  batch.set(db.doc('properties/house'), { name: 'House', landlordId: 'lars' })
  batch.set(db.doc('accounts/lars'), { name: 'Lars' })
  batch.set(db.doc('accounts/olga'), { name: 'Olga' })
  batch.set(db.doc('guests/maria'), { name: 'Maria', threadId: 'guests' })
  thread('stay', people.stay, { reservationId: 'stay', selfJoinedIds: ['puppet'], version: 4 })
  thread('support', people.support, { source: 'support' })
  thread('guests', people.guests, {})
  thread('quiet', ['silent'], {})
  await batch.commit()
})

it('memberships with a dry run lists users who joined only by posting, and writes nothing', async () => {
  const { result, stdout } = await ops('memberships', '--dry-run')
  expect(result).toEqual({
    threads: 4,
    found: 3,
    users: { olga: 1, sam: 3, sue: 1 },
    kept: [],
    dryRun: true,
    changed: 0,
  })
  expect(stdout).toContain('4 threads to look through')
  expect(stdout).toContain('stay: sam, sue\n')
  expect(await joinedOf('stay')).toEqual({ role: [], self: ['puppet'], version: 4 })
  expect(await audits('ops.memberships')).toEqual([])
})

it('memberships corrects all but those to keep, and finds nothing the second time', async () => {
  const { result } = await ops('memberships', '--keep', 'sue', '--keep', 'nobody')
  expect(result).toMatchObject({ found: 3, changed: 3, users: { olga: 1, sam: 3 }, kept: ['sue', 'nobody'] })
  expect(await joinedOf('stay')).toEqual({ role: ['sam'], self: ['puppet'], version: 5 })
  expect(await joinedOf('support')).toMatchObject({ role: ['sam'] })
  expect(await joinedOf('guests')).toMatchObject({ role: ['olga', 'sam'] })
  expect(await joinedOf('quiet')).toMatchObject({ role: [], version: 0 })
  expect(await audits('ops.memberships')).toMatchObject([{ metadata: { found: 3, changed: 3 } }])
  expect((await ops('memberships', '--keep', 'sue')).result).toMatchObject({ found: 0, changed: 0 })
  expect(await audits('ops.memberships')).toHaveLength(1)
})

it('participants makes a user a member however they joined, and removes a user', async () => {
  const add = ['participants', '--thread', 'stay', '--add', 'puppet']
  expect((await ops(...add)).result).toEqual({ thread: 'stay', userId: 'puppet', added: true, changed: true })
  expect(await joinedOf('stay')).toMatchObject({ role: ['sam'], self: [] })
  expect((await ops(...add)).result).toMatchObject({ changed: false })
  await db.doc('threads/stay').update({ needsAttention: ['sam', 'sue'], importantFor: ['sam'] })
  const removal = await ops('participants', '--thread', 'stay', '--remove', 'sam')
  expect(removal.result).toMatchObject({ added: false, changed: true })
  expect((await db.doc('threads/stay').get()).data()).toMatchObject({
    participantIds: people.stay.filter(id => id !== 'sam'),
    roleJoinedIds: [],
    needsAttention: ['sue'],
    needsAttentionMap: { sue: true },
    importantFor: [],
  })
  expect((await db.doc('threads/stay').get()).get('removedIds')).toEqual(['sam'])
  await ops('participants', '--thread', 'stay', '--add', 'sam')
  expect((await db.doc('threads/stay').get()).data()).toMatchObject({ removedIds: [] })
  expect(await audits('thread.add-participant')).toHaveLength(2)
  expect(await audits('thread.remove-participant')).toMatchObject([{ targetId: 'stay' }])
})

it.each([
  [['participants', '--thread', 'stay'], 'participants needs --thread and one of'],
  [
    ['participants', '--thread', 'stay', '--add', 'a', '--remove', 'a'],
    'participants needs --thread and one of',
  ],
  [['participants', '--thread', 'nowhere', '--add', 'a'], 'There is no thread nowhere'],
])('ops says what is wrong with %j', async (given, words) => {
  const { exitCode, stderr } = await ops(...given)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(words)
})
