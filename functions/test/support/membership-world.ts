import { randomUUID } from 'node:crypto'
import type { UserRecord } from 'firebase-admin/auth'
import { userStatuses } from '../../src/adapters/firebase-auth/user-status.ts'
import { type Actor, isStaff, isTrusted, type TokenRole } from '../../src/lib/actor.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { forwardMessage } from '../../src/lib/chat/forwarding/forward-message.ts'
import { withMember, withoutParticipant } from '../../src/lib/chat/membership.ts'
import type { MessageType } from '../../src/lib/chat/message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { readMessages } from '../../src/lib/chat/reading/read-messages.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { threadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { currentRole, isFormerStaff } from '../../src/lib/roles/user-status.ts'
import { carriedBy, input, seedGuestThread } from './chat-deps.ts'
import { update } from './stack.ts'
import { builtContext } from './test-context.ts'

export type Step =
  /** The record of a user changes; the token of an earlier sign-in stays as it was. */
  | { do: 'role'; who: number; role: TokenRole | 'user' }
  | { do: 'add' | 'remove' | 'read' | 'sign in'; who: number }
  | { do: 'post'; who: number; type: MessageType }
  | { do: 'the events come' }
  | { do: 'a minute passes' }

type Membership = 'none' | 'added' | 'self' | 'role' | 'removed'

/** A person as the steps so far leave them, whatever is stored. */
interface Person {
  /** The person with the role that their token gives at present. */
  actor: Actor
  token: TokenRole | 'user'
  record: TokenRole | 'user'
  /** When the record changed, and what it said before. */
  changed: { at: number; from: TokenRole | 'user' }[]
  hasBeenStaff: boolean
  membership: Membership
}

const isRefused = new Set(['forbidden', 'thread-not-found'])

interface Waiting {
  messageId: string
  author: Person
  byRole: boolean
  isSent: boolean
}

/** A thread that is mirrored and has a guest to send to, and three people whose roles and memberships change. */
export async function membershipWorld() {
  const { threadId } = await seedGuestThread({ source: 'platform-guest', participantIds: [] })
  const people = [0, 1, 2].map(
    (): Person => ({
      actor: { uid: randomUUID(), role: 'user' },
      token: 'user',
      record: 'user',
      changed: [],
      hasBeenStaff: false,
      membership: 'none',
    }),
  )
  const personAt = (who: number): Person => {
    const person = people[who]
    if (person) return person
    throw new Error(`there is no person ${who}`)
  }
  let now = Date.parse('2031-05-01T12:00:00Z')
  const personOf = (uid: string) => people.find(({ actor }) => actor.uid === uid)
  const getUser = async (uid: string) =>
    ({ customClaims: { role: personOf(uid)?.record }, disabled: false }) as unknown as UserRecord
  const hasBeenStaff = async (uid: string) => personOf(uid)?.hasBeenStaff === true
  const userStatusOf = userStatuses(
    { getUser, hasBeenStaff, seeStaff: async () => {} },
    { now: () => new Date(now) },
  )
  const context = await builtContext()
  const went = { sent: new Set<string>(), forwarded: new Set<string>() }
  const expected = { sent: new Set<string>(), forwarded: new Set<string>() }
  const wrong: string[] = []
  const check = (holds: boolean, what: string) => void (holds || wrong.push(what))
  const delivering = {
    ...context,
    ...carriedBy({
      ...context.messenger,
      send: async ({ send }) => {
        went.sent.add(send.messageId)
        return { providerMessageId: `SM${randomUUID().replaceAll('-', '')}` }
      },
    }),
  }
  const forwarding = {
    ...context,
    guestPlatform: {
      putMessage: async ({ messageId }: { messageId: string }) => void went.forwarded.add(messageId),
    },
  }
  let waiting: Waiting[] = []

  const stored = async () => {
    const thread = await context.store.read(threads.at(threadId))
    if (!thread) throw new Error('the thread is gone')
    return thread.value
  }

  async function post({ actor, membership }: Person, person: Person, type: MessageType): Promise<void> {
    const byRole = isTrusted(actor)
    const isSend = type === 'chatapp-message' || type === 'sms-message'
    const isMember = membership === 'added' && !actor.wasStaff
    const mayReachOut = byRole || isMember
    const isOut = membership === 'removed' && !isStaff(actor)
    const isAllowed = !isOut && (type === 'note' ? isStaff(actor) : !isSend || mayReachOut)
    const result = await createMessage(context, actor, input(threadId, { type })).catch(error => {
      if (error instanceof DomainError && isRefused.has(error.code)) return undefined
      throw error
    })
    check((result !== undefined) === isAllowed, `${actor.role}, ${membership} posts ${type}: ${!isAllowed}`)
    if (!result) return
    if (!isMember && membership !== 'removed') {
      if (byRole) person.membership = 'role'
      else if (membership === 'none') person.membership = 'self'
    }
    const { messageId } = result.message
    const { delivery, forwarding: mirror } = result.message
    check((delivery !== undefined) === (isSend && mayReachOut), `${membership}: a send of ${type}`)
    check((mirror !== undefined) === (type !== 'note' && mayReachOut), `${membership}: a forward of ${type}`)
    if (type !== 'note' && mayReachOut) waiting.push({ messageId, author: person, byRole, isSent: isSend })
  }

  /** Tries everything that waits; what counts are the authors' memberships now. */
  async function eventsCome(): Promise<void> {
    const now = waiting
    waiting = []
    for (const { messageId, author, byRole, isSent } of now) {
      const mayGo = byRole || author.membership === 'added'
      if (mayGo && isSent) expected.sent.add(messageId)
      // A message is not mirrored if its author is only self-joined by now.
      if (mayGo && author.membership !== 'self') expected.forwarded.add(messageId)
    }
    await Promise.all(
      now.flatMap(({ messageId }) => [
        forwardMessage(forwarding, { threadId, messageId }).then(() =>
          deliverMessage(delivering, { threadId, messageId }),
        ),
      ]),
    )
  }

  const mayRead = ({ actor, membership }: Person): boolean =>
    isStaff(actor) ||
    (membership === 'added' && !actor.wasStaff) ||
    (actor.role === 'service' && membership === 'role')

  async function read(person: Person): Promise<void> {
    const isShown = (asking: Promise<unknown>) =>
      asking.then(
        () => true,
        error => !(error instanceof DomainError && error.code === 'thread-not-found'),
      )
    const shown = await Promise.all([
      isShown(readThread(context, person.actor, { threadId })),
      isShown(readMessages(context, person.actor, { threadId, limit: 5 })),
    ])
    const may = mayRead(person)
    check(
      shown.every(one => one === may),
      `${person.actor.role}, ${person.membership} reads: ${shown}`,
    )
  }

  /** Checks the users who find the record: a search key finds the records tagged with its holder. */
  async function checkRecord(): Promise<void> {
    const record = threadRecord(threadId, await stored())
    for (const { actor, membership } of people) {
      check(record._tags.includes(actor.uid) === (membership === 'added'), `${membership} and the tags`)
      const isHeld = JSON.stringify(record).includes(`"${actor.uid}"`)
      const isQuoted = record.lastMessage?.authorId === actor.uid
      check(!isHeld || isQuoted || ['added', 'role'].includes(membership), `${membership} and the record`)
    }
  }

  /** Adds or removes a person, as operations do. */
  async function setMember(person: Person, isAdded: boolean): Promise<void> {
    const thread = await stored()
    const { uid } = person.actor
    await update(`threads/${threadId}`, isAdded ? withMember(thread, uid) : withoutParticipant(thread, uid))
    person.membership = isAdded ? 'added' : 'removed'
  }

  /** Sets a person's role by token and record; a record changed less than a minute ago may still count as before. */
  async function present(person: Person): Promise<void> {
    const { token, record: recordRole, changed, actor } = person
    const status = await userStatusOf(actor.uid)
    if (!status) throw new Error('everybody here has a record')
    const role = token === 'user' ? token : currentRole(token, status)
    const late = changed.filter(({ at }) => now - at < 60_000).map(({ from }) => from)
    check(!isTrusted({ uid: '', role }) || [recordRole, ...late].includes(role), `${role} by a late token`)
    person.actor = { ...actor, role, wasStaff: isFormerStaff(status) }
  }

  function changeRecord(person: Person, role: TokenRole | 'user'): void {
    person.changed.push({ at: now, from: person.record })
    person.record = role
    person.hasBeenStaff ||= isStaff({ uid: '', role })
  }

  async function play(step: Step): Promise<void> {
    if (step.do === 'the events come') return eventsCome()
    if (step.do === 'a minute passes') {
      now += 60_000
      return
    }
    const person = personAt(step.who)
    if (step.do === 'role') return changeRecord(person, step.role)
    if (step.do === 'sign in') {
      person.token = person.record
      return
    }
    await present(person)
    if (step.do === 'post') await post({ ...person }, person, step.type)
    else if (step.do === 'read') await read(person)
    else await setMember(person, step.do === 'add')
  }

  return {
    /** Plays the history; returns the violations. */
    async violations(steps: readonly Step[]): Promise<string[]> {
      for (const step of steps) await play(step)
      await eventsCome()
      now += 60_000
      for (const person of people) await present(person)
      for (const { actor, record: recordRole, hasBeenStaff } of people) {
        check(!isTrusted(actor) || actor.role === recordRole, `${actor.role} a minute after it ended`)
        const isFormer = hasBeenStaff && !['support', 'operations', 'landlord'].includes(recordRole)
        check(actor.wasStaff === isFormer, `${recordRole} is ${isFormer ? 'not ' : ''}former staff`)
      }
      await checkRecord()
      for (const person of people) await read(person)
      for (const way of ['sent', 'forwarded'] as const) {
        const [is, shouldBe] = [went[way], expected[way]]
        check(is.size === shouldBe.size && [...is].every(id => shouldBe.has(id)), `what was ${way}`)
      }
      return wrong
    },
  }
}
