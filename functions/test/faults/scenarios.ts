import { randomBytes, randomUUID } from 'node:crypto'
import { reportStatus } from '../../src/lib/chat/delivery/check-sent.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { ReceivedMessage } from '../../src/lib/chat/inbound/received-message.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import { onEmailCreated } from '../../src/triggers/documents.ts'
import { sweeps } from '../support/due.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { Process } from './effects.ts'
import { nothingPromised, type Promised } from './invariants.ts'
import { deliverEvent, events, post, secrets, staff, type World } from './world.ts'

export const uniqueText = (): string => `Text ${randomUUID()}`
export const providerId = (): string => `SM${randomBytes(16).toString('hex')}`

/** An act of the system, disturbed at any of its effects and then repeated by its caller. */
export interface Scenario {
  /** Fields of the world's thread. */
  thread?: Record<string, unknown>
  /** Whether the sweeps alone bring the index up to date, before another event of the thread. */
  isIndexSwept?: boolean
  /** Brings the world to where the disturbed process begins. */
  prepare(world: World, sandbox: SandboxAt): Promise<Prepared>
}

interface Prepared {
  promised: Promised
  /** One run of the process. */
  run(process: Process): Promise<unknown>
  /** Repeats events, and calls that got no answer. */
  again(): Promise<unknown>
}

/** Delivers every event of a message's creation once more. */
export const everyEvent = async (world: World, ref: MessageRef): Promise<void> => {
  for (const event of events) await deliverEvent(world, ref, event).catch(() => {})
}

/** A stored message and its promise. */
async function posted(world: World, input: Parameters<typeof post>[1]) {
  const ref = await post(world, input)
  const promised: Promised = {
    ...nothingPromised(),
    posted: [{ messageId: ref.messageId, body: input.body, audited: true }],
  }
  return { ref, promised }
}

const chatapp = () => ({ body: uniqueText(), type: 'chatapp-message' as const })

/** One event of a message's creation. */
const eventOf = (
  event: (typeof events)[number],
  input: () => Parameters<typeof post>[1],
  thread: Record<string, unknown> = {},
): Scenario => ({
  thread,
  async prepare(world) {
    const { ref, promised } = await posted(world, input())
    return {
      promised,
      run: process => deliverEvent(world, ref, event, process),
      again: () => everyEvent(world, ref),
    }
  },
})

/** A send whose answer was lost, found again by its look-up. */
const lookUp: Scenario = {
  async prepare(world, sandbox) {
    const { ref, promised } = await posted(world, chatapp())
    await sandbox.fault({ vendor: 'twilio', method: 'POST', mode: 'processed-then-reset', times: 1 })
    await deliverEvent(world, ref, 'created')
    const lookUpNow = { 'delivery.dueAt': new Date() }
    await world.db.doc(`threads/${ref.threadId}/messages/${ref.messageId}`).update(lookUpNow)
    return {
      promised,
      run: process => sweeps.deliveries(world.context(process)),
      again: () => everyEvent(world, ref),
    }
  },
}

/** Two messages with the same text to the same guest, one after the other. */
const equalTexts: Scenario = {
  async prepare(world) {
    const input = chatapp()
    const [first, second] = [await posted(world, input), await posted(world, input)]
    const refs = [first.ref, second.ref]
    return {
      promised: { ...first.promised, posted: [...first.promised.posted, ...second.promised.posted] },
      run: async process => {
        for (const ref of refs) await deliverEvent(world, ref, 'created', process)
      },
      again: async () => {
        for (const ref of refs) await everyEvent(world, ref)
      },
    }
  },
}

/** A callback that comes again, and two that come too late. */
const statusCallback: Scenario = {
  async prepare(world) {
    const { ref, promised } = await posted(world, chatapp())
    await deliverEvent(world, ref, 'created')
    const stored = (await world.db.doc(`threads/${ref.threadId}/messages/${ref.messageId}`).get()).data()
    const providerMessageId = stored?.externalMessageId
    if (!providerMessageId) throw new Error('the send got no id, so no callback can tell of it')
    const tell = async (status: 'sent' | 'delivered' | 'failed', process = new Process()) =>
      reportStatus(world.context(process), {
        providerMessageId,
        status,
        message: ref,
        claimId: stored?.delivery.claimId,
      })
    const providerStatuses = ['delivered', 'failed'].map(status => ({ providerMessageId, status }))
    return {
      promised: { ...promised, providerStatuses },
      run: process => tell('delivered', process),
      again: async () => {
        await tell('delivered')
        await tell('sent')
        await tell('failed')
        await everyEvent(world, ref)
      },
    }
  },
}

const retry: Scenario = {
  async prepare(world, sandbox) {
    const { ref, promised } = await posted(world, chatapp())
    await sandbox.fault({ vendor: 'twilio', method: 'POST', mode: 'status', status: 400, times: 1 })
    await deliverEvent(world, ref, 'created')
    const again = async (process: Process) => retryMessage(world.context(process), staff, ref)
    return {
      promised: { ...promised, unansweredRetries: 1 },
      run: again,
      again: () => everyEvent(world, ref),
    }
  },
}

/** The sweep of a thread whose record could not be written, without another event of the thread. */
const staleSweep: Scenario = {
  isIndexSwept: true,
  async prepare(world, sandbox) {
    const { ref, promised } = await posted(world, { body: uniqueText() })
    await sandbox.fault({ vendor: 'algolia', mode: 'status', status: 503 })
    await deliverEvent(world, ref, 'thread changed').catch(() => {})
    await sandbox.clearFaults()
    const sweep = (process: Process) => sweeps.searchRecords(world.context(process))
    return { promised, run: sweep, again: async () => {} }
  },
}

const posting: Scenario = {
  async prepare(world) {
    const input = { ...chatapp(), messageId: randomUUID() }
    const promised: Promised = {
      ...nothingPromised(),
      posted: [{ messageId: input.messageId, body: input.body, audited: true }],
    }
    return {
      promised,
      run: process => post(world, input, { process }),
      again: async () => everyEvent(world, await post(world, input)),
    }
  },
}

/** A guest’s message. */
function writing(world: World): ReceivedMessage {
  const body = uniqueText()
  world.texts.push(body)
  return { providerMessageId: providerId(), channel: 'chatapp', from: world.phone, body, attachments: [] }
}

/** A guest waits, and the provider refuses the answer. */
const refusedAnswer: Scenario = {
  async prepare(world, sandbox) {
    await receiveMessage(world.context(new Process()), writing(world))
    const { ref, promised } = await posted(world, chatapp())
    await sandbox.fault({ vendor: 'twilio', method: 'POST', mode: 'status', status: 400 })
    return {
      promised,
      run: process => deliverEvent(world, ref, 'created', process),
      again: () => everyEvent(world, ref),
    }
  },
}

const inbound: Scenario = {
  async prepare(world) {
    const received = writing(world)
    const tell = async (process: Process) => receiveMessage(world.context(process), received)
    const ref = { threadId: world.threadId, messageId: received.providerMessageId }
    return {
      promised: { ...nothingPromised(), received: [received.providerMessageId] },
      run: tell,
      again: async () => {
        await tell(new Process())
        await everyEvent(world, ref)
      },
    }
  },
}

const email: Scenario = {
  async prepare(world) {
    const emailId = randomUUID()
    await world.db.doc(`emails/${emailId}`).set({
      template: 'ota-listing-live',
      to: secrets.email,
      data: { propertyName: 'House', otaName: 'Booking.com', link: '/properties/p' },
      status: 'pending',
      attempts: 0,
      createdAt: new Date(),
    })
    const send = (process: Process) => onEmailCreated(world.context(process), emailId)
    return {
      promised: { ...nothingPromised(), emails: [emailId] },
      run: send,
      again: () => send(new Process()),
    }
  },
}

export const scenarios = {
  'a post': posting,
  delivery: eventOf('created', chatapp),
  'the delivery of an SMS': eventOf('created', () => ({ body: uniqueText(), type: 'sms-message' })),
  'two equal texts': equalTexts,
  'the look-up of a send': lookUp,
  'a retry': retry,
  'an answer that is refused': refusedAnswer,
  'a status callback': statusCallback,
  forwarding: eventOf('created', () => ({ body: uniqueText() }), { source: 'platform-guest' }),
  sync: eventOf('thread changed', () => ({ body: uniqueText() })),
  'the sync of a note': eventOf('thread changed', () => ({ body: uniqueText(), type: 'note' })),
  'the sweep of a stale record': staleSweep,
  'an inbound message': inbound,
  'an e-mail': email,
} satisfies Record<string, Scenario>
