import { randomUUID } from 'node:crypto'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Settings } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import { type CreateMessageInput, createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { Context } from '../../src/lib/context.ts'
import { syncThreadById } from '../../src/triggers/documents.ts'
import { memoryLog } from '../support/memory-log.ts'
import { tellOfMessage } from '../support/message-event.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { decorated, sandboxSettings } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'
import { Process } from './effects.ts'
import { mistakenFirestore, noMistake } from './mistakes.ts'
import type { Surroundings } from './run-case.ts'

/**
 * How long a vendor may take, in milliseconds: short enough for many time-outs. Neither it nor its double is among the
 * waits that `hasty-retries.ts` shortens.
 */
export const patience = 250
/** The same for a process without a fault. */
const amplePatience = 15_000

/** The settings of a process that may be disturbed, which waits less for vendors, or of an undisturbed one. */
export const settingsOf = ({ url }: SandboxAt, process?: Process): Settings =>
  sandboxSettings({
    sandboxUrl: url,
    timeoutMs: process && !process.isPatient ? patience : amplePatience,
  })

/** Secrets of this world, none of which may be logged. */
export const secrets = {
  email: 'maria.rossi@example.com',
  token: sandboxCredentials.twilioAuthToken,
  mailKey: sandboxCredentials.sendgridApiKey,
  indexKey: sandboxCredentials.algoliaApiKey,
}

export const staff: Actor = {
  uid: 'staff',
  role: 'support',
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
}

/** In place of a sign-in service: everybody has an account, with that role. */
export const accounts = (role?: string): Context['userRecords'] => ({
  find: async uids => new Map(uids.map(uid => [uid, { role, isDisabled: false, validSince: 0 }])),
  page: async () => ({ users: new Map(), next: undefined }),
})

let phones = 0
function nextPhone(): string {
  phones += 1
  return `+4915${1_000_000 + phones}99`
}

/** A Firestore of its own, a guest who is staying, their thread, and the people in it. */
export async function createWorld(
  { sandbox, mistakes = noMistake }: Pick<Surroundings, 'sandbox' | 'mistakes'>,
  thread: Record<string, unknown> = {},
) {
  const id = randomUUID().slice(0, 13)
  const { db, close } = ownProject()
  const [threadId, guestId, reservationId, phone] = [`t-${id}`, `g-${id}`, `r-${id}`, nextPhone()]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const batch = db.batch()
  batch.set(db.doc(`guests/${guestId}`), { name: 'Maria Rossi', phone, email: secrets.email })
  batch.set(db.doc(`reservations/${reservationId}`), { guestId, arrival: day(-1), departure: day(30) })
  batch.set(db.doc(`threads/${threadId}`), {
    source: 'guest',
    participantIds: ['staff', 'landlord', guestId],
    needsAttention: [],
    needsAttentionMap: {},
    reservationId,
    ...thread,
  })
  await batch.commit()
  const log = memoryLog([])
  const clock = { ...systemClock, sleep: async () => {} }
  /** Every text that was posted or received. */
  const texts: string[] = []
  return {
    db,
    sandbox,
    threadId,
    guestId,
    phone,
    texts,
    log,
    close,
    /** The number of an unknown sender. */
    strangerPhone: nextPhone(),
    context(process?: Process): Context {
      const mistake = mistakes(log)
      const watcher = process ?? new Process()
      const made = createContext({
        settings: settingsOf(sandbox, process),
        firestore: mistakenFirestore(db, mistake),
        clock,
        log,
        // Each call of a port is an effect of the process; a mistake is made before it.
        decorate: (name, port) => decorated(mistake.ports ?? {}, name, watcher.watch(name, port)),
      })
      return { ...made, userRecords: accounts() }
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

/** Posts as the HTTP side does; returns the stored message's place. */
export async function post(
  world: World,
  input: Partial<CreateMessageInput> & { body: string },
  { actor = staff, process }: { actor?: Actor; process?: Process } = {},
): Promise<MessageRef> {
  world.texts.push(input.body)
  const deps = world.context(process)
  const { message } = await createMessage(deps, actor, {
    threadId: world.threadId,
    source: 'platform',
    type: 'message',
    contentType: 'text',
    ...input,
  })
  return { threadId: message.threadId, messageId: message.messageId }
}

/** The events of a message and of its thread; any of them may be left out or repeated. */
export const events = ['created', 'thread changed'] as const
export type Event = (typeof events)[number]

/** One delivery of an event, as the platform makes it: with the document as it was created. */
export async function deliverEvent(
  world: World,
  ref: MessageRef,
  event: Event,
  process?: Process,
): Promise<void> {
  const context = world.context(process)
  if (event === 'thread changed') return syncThreadById(context, ref.threadId)
  return tellOfMessage(context, world.db, ref)
}
