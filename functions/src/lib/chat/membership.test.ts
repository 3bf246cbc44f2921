import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { type Actor, isInbound, isTrusted, roles } from '../actor.ts'
import { isMember, membersOf } from './members.ts'
import {
  joining,
  mayReachOut,
  mayStillReachOut,
  participantsAfterPost,
  sendGrantOf,
  withMember,
  withoutParticipant,
} from './membership.ts'
import { storedThread, type Thread } from './thread.ts'

const uid = fc.constantFrom('a', 'b', 'c', 'd')
const ids = fc.uniqueArray(uid)
const threads = fc
  .record({
    participantIds: ids,
    selfJoinedIds: ids,
    roleJoinedIds: ids,
    needsAttention: ids,
    importantFor: ids,
  })
  .map(fields => storedThread.parse({ source: 'guest', ...fields }))
const actors: fc.Arbitrary<Actor> = fc.record({ uid, role: fc.constantFrom(...roles) })

const afterPost = (thread: Thread, author: Actor): Thread => ({
  ...thread,
  participantIds: participantsAfterPost(thread, author),
  ...joining(thread, author),
})

law('posting makes a member only of a guest who is on no list', [threads, actors], (thread, author) => {
  const after = afterPost(thread, author)
  const isGuestMember = author.role === 'guest' && isMember(after, author.uid)
  expect(membersOf(after)).toEqual(
    isGuestMember ? [...new Set([...membersOf(thread), author.uid])] : membersOf(thread),
  )
})

law('a non-member who posts joins in a role or by themselves', [threads, actors], (thread, author) => {
  const after = afterPost(thread, author)
  if (isMember(thread, author.uid)) expect(after).toEqual(thread)
  if (author.role === 'ota') expect(after).toEqual(thread)
  if (isMember(thread, author.uid) || isInbound(author)) return
  const inRole = after.roleJoinedIds.includes(author.uid)
  if (isTrusted(author)) {
    expect(inRole).toBe(true)
    expect(after.selfJoinedIds).not.toContain(author.uid)
  } else expect(inRole || after.selfJoinedIds.includes(author.uid)).toBe(true)
  expect(afterPost(after, author)).toEqual(after)
})

law('without a trusted role, only members may reach out', [threads, actors], (thread, author) => {
  const later: Actor = { uid: author.uid, role: 'user' }
  expect(mayReachOut(later, afterPost(thread, author))).toBe(isMember(afterPost(thread, author), author.uid))
  expect(mayReachOut(author, thread)).toBe(isTrusted(author) || isMember(thread, author.uid))
})

law(
  'an added user is a member whichever lists they were on; a removed one does not rejoin by posting',
  [threads, uid],
  (thread, id) => {
    const added = { ...thread, ...withMember(thread, id) }
    expect(new Set(membersOf(added))).toEqual(new Set([...membersOf(thread), id]))
    const { source: _source, removedIds, ...rest } = { ...added, ...withoutParticipant(added, id) }
    expect(removedIds).toContain(id)
    expect(JSON.stringify(rest)).not.toContain(`"${id}"`)
    for (const role of roles)
      expect(
        afterPost({ ...rest, source: 'guest', removedIds }, { uid: id, role }).participantIds,
      ).not.toContain(id)
  },
)

it('a message goes out only while its author is a member, unless the author wrote it in a trusted role', () => {
  const thread = storedThread.parse({ source: 'guest', participantIds: ['a', 'b'], roleJoinedIds: ['b'] })
  const mayGo = (author: Actor) => mayStillReachOut(thread, author.uid, sendGrantOf(author))
  expect(mayGo({ uid: 'a', role: 'user' })).toBe(true)
  expect(mayGo({ uid: 'b', role: 'user' })).toBe(false)
  expect(mayGo({ uid: 'gone', role: 'landlord' })).toBe(false)
  for (const role of ['support', 'operations', 'service', 'guest'] as const)
    expect(mayGo({ uid: 'gone', role })).toBe(true)
})

it('a removed participant keeps no cause for attention', () => {
  const since = new Date(0)
  const attention = { a: [{ cause: 'assigned', since }], b: [{ cause: 'escalated', since }] }
  const fields = { needsAttention: ['a', 'b'], attention, lastFailures: { a: 'm_1' } }
  const thread = withoutParticipant(storedThread.parse({ source: 'guest', ...fields }), 'a')
  expect(thread).toMatchObject({ needsAttention: ['b'], attention: { b: attention.b }, lastFailures: {} })
  expect(thread.attention).not.toHaveProperty('a')
})
