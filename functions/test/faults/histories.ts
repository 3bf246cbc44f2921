import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Actor } from '../../src/lib/actor.ts'
import type { MessageType } from '../../src/lib/chat/message.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { Process, untilDeath } from './effects.ts'
import { nothingPromised, type Promised } from './invariants.ts'
import { providerId, uniqueText } from './scenarios.ts'
import { forward } from './time.ts'
import { deliverEvent, type Event, events, post, staff, type World } from './world.ts'

/** One thing that happens in a history. `pick` chooses among what is there by then; `dieAt` kills at that effect. */
export type Step =
  | { do: 'post'; by: number; type: MessageType; isCommonText: boolean; dieAt: number }
  | { do: 'posts at once'; times: number }
  | { do: 'repeat the post'; pick: number }
  | { do: 'event'; pick: number; event: Event; dieAt: number }
  | { do: 'events at once'; pick: number; event: Event; times: number }
  | { do: 'inbound'; dieAt: number }
  | { do: 'repeat the inbound'; pick: number; times: number }
  | { do: 'read'; by: number }
  | { do: 'status'; pick: number; status: 'sent' | 'delivered' | 'read' | 'failed' }
  | { do: 'retry'; pick: number; dieAt: number }
  | { do: 'sweep'; dieAt: number }
  | { do: 'wait'; seconds: number }
  | { do: 'fault'; vendor: Vendor; mode: Mode }

type Vendor = 'twilio' | 'algolia' | 'guest-platform'
type Mode = 'refused' | 'error' | 'reset' | 'processed-then-reset' | 'timeout' | 'malformed'

const pick = fc.nat(1000)
/** Mostly nobody dies. */
const dieAt = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(8) })
const step = <Name extends Step['do'], Rest extends object>(
  weight: number,
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...rest }) as fc.Arbitrary<{ do: Name } & Rest>,
})

export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    step(5, 'post', {
      by: fc.nat(2),
      type: fc.constantFrom<MessageType>(
        'chatapp-message',
        'chatapp-message',
        'sms-message',
        'message',
        'note',
      ),
      isCommonText: fc.oneof(
        { weight: 4, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      dieAt,
    }),
    step(1, 'posts at once', { times: fc.integer({ min: 2, max: 4 }) }),
    step(2, 'repeat the post', { pick }),
    step(6, 'event', { pick, event: fc.constantFrom(...events), dieAt }),
    step(1, 'events at once', {
      pick,
      event: fc.constantFrom(...events),
      times: fc.integer({ min: 2, max: 3 }),
    }),
    step(2, 'inbound', { dieAt }),
    step(1, 'repeat the inbound', { pick, times: fc.integer({ min: 1, max: 3 }) }),
    step(1, 'read', { by: fc.nat(2) }),
    step(3, 'status', { pick, status: fc.constantFrom('sent', 'delivered', 'read', 'failed') }),
    step(1, 'retry', { pick, dieAt }),
    step(2, 'sweep', { dieAt }),
    step(2, 'wait', { seconds: fc.constantFrom(1, 20, 130, 400, 1000) }),
    step(2, 'fault', {
      vendor: fc.constantFrom<Vendor>('twilio', 'twilio', 'algolia', 'guest-platform'),
      mode: fc.constantFrom<Mode>(
        'refused',
        'error',
        'reset',
        'processed-then-reset',
        'timeout',
        'malformed',
      ),
    }),
  ),
  { minLength: 3, maxLength: 22 },
)

const faultOf = (mode: Mode) => {
  if (mode === 'refused') return { mode: 'status' as const, status: 429 }
  if (mode === 'error') return { mode: 'status' as const, status: 503 }
  return mode === 'malformed' ? { mode, processed: true } : { mode }
}

const people: readonly Actor[] = [
  staff,
  { ...staff, uid: 'colleague' },
  { uid: 'landlord', role: 'landlord', origin: { ipAddress: '198.51.100.2', userAgent: 'A phone/2.0' } },
]
const personAt = (index: number): Actor => people[index % people.length] ?? staff

interface PostMade {
  input: { messageId: string; body: string; type: MessageType }
  actor: Actor
  isAcknowledged: boolean
}

/** Plays a history in a world, and remembers what was promised to whom. */
export class Player {
  readonly #world: World
  readonly #sandbox: SandboxAt
  readonly #posts: PostMade[] = []
  readonly #inbound: { sid: string; body: string }[] = []
  /** How many messages there were when somebody last read. */
  readonly #readAt = new Map<string, number>()
  readonly #retried: string[] = []
  readonly #told: NonNullable<Promised['told']> = []

  constructor(world: World, sandbox: SandboxAt) {
    this.#world = world
    this.#sandbox = sandbox
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const one of steps) await this.#do(one)
  }

  /** What callers who got no answer do in the end: they repeat until they have one. */
  async finish(): Promise<void> {
    await this.#sandbox.clearFaults()
    for (const made of this.#posts) if (!made.isAcknowledged) await this.#post(made)
    for (const message of this.#inbound) await this.#receive(message)
  }

  async promised(): Promise<Promised> {
    return {
      ...nothingPromised(),
      posted: this.#posts.map(({ input, actor }) => ({
        messageId: input.messageId,
        body: input.body,
        audited: actor.origin !== undefined,
      })),
      received: this.#inbound.map(({ sid }) => sid),
      attentive: await this.#attentive(),
      resent: this.#retried,
      told: this.#told,
    }
  }

  async #do(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'post':
        return this.#newPost(step)
      case 'posts at once':
        return Promise.all(
          Array.from({ length: step.times }, (_, by) =>
            this.#newPost({ do: 'post', by, type: 'message', isCommonText: false, dieAt: -1 }),
          ),
        )
      case 'repeat the post':
        return this.#withPick(this.#posts, step.pick, made => this.#post(made))
      case 'event':
        return this.#onMessage(step.pick, ref =>
          this.#dying(step.dieAt, process => deliverEvent(this.#world, ref, step.event, process)),
        )
      case 'events at once':
        return this.#onMessage(step.pick, ref =>
          Promise.allSettled(
            Array.from({ length: step.times }, () => deliverEvent(this.#world, ref, step.event)),
          ),
        )
      case 'inbound':
        return this.#newInbound(step.dieAt)
      case 'repeat the inbound':
        return this.#withPick(this.#inbound, step.pick, message =>
          Promise.all(Array.from({ length: step.times }, () => this.#receive(message))),
        )
      case 'read':
        return this.#read(personAt(step.by))
      case 'status':
        return this.#status(step.pick, step.status)
      case 'retry':
        return this.#onMessage(step.pick, ref => this.#retry(ref, step.dieAt))
      case 'sweep':
        return this.#dying(step.dieAt, process =>
          this.#world.source.sweepDeliveries(this.#world.services(process)),
        )
      case 'wait':
        return forward(step.seconds * 1000)
      case 'fault':
        return this.#sandbox.fault({ vendor: step.vendor, ...faultOf(step.mode), times: 1 })
    }
  }

  async #newPost({ by, type, isCommonText, dieAt }: Extract<Step, { do: 'post' }>): Promise<void> {
    const actor = personAt(by)
    // Landlords write neither notes nor by another channel than they were invited to.
    const isAllowed = type !== 'note' || actor.role !== 'landlord'
    const input = {
      messageId: randomUUID(),
      body: isCommonText && type !== 'note' ? 'Thank you, and see you soon.' : uniqueText(),
      type: isAllowed ? type : ('message' as const),
    }
    const made = { input, actor, isAcknowledged: false }
    this.#posts.push(made)
    await this.#dying(dieAt, process => this.#post(made, process))
  }

  async #post(made: PostMade, process = new Process()): Promise<void> {
    await post(this.#world, made.input, { actor: made.actor, process })
    made.isAcknowledged = true
  }

  async #newInbound(dieAt: number): Promise<void> {
    const message = { sid: providerId(), body: uniqueText() }
    this.#inbound.push(message)
    this.#world.texts.push(message.body)
    await this.#dying(dieAt, process => this.#receive(message, process))
  }

  async #receive({ sid, body }: { sid: string; body: string }, process = new Process()): Promise<void> {
    const { receiveMessage } = this.#world.source
    await receiveMessage(await this.#world.services(process).receiveMessage(), {
      providerMessageId: sid,
      channel: 'chatapp',
      from: this.#world.phone,
      body,
      attachments: [],
    })
  }

  async #read(actor: Actor): Promise<void> {
    const { markRead } = this.#world.source
    await markRead(await this.#world.services().changeThread(), actor, { threadId: this.#world.threadId })
    this.#readAt.set(actor.uid, (await this.#messages()).length)
  }

  async #retry(ref: MessageRef, dieAt: number): Promise<void> {
    this.#retried.push(ref.messageId)
    const { retryMessage } = this.#world.source
    await this.#dying(dieAt, async process =>
      retryMessage(await this.#world.services(process).retryMessage(), staff, ref),
    )
  }

  /** The provider tells of a send, with the identity that stands in the address we gave it. */
  async #status(pick: number, status: 'sent' | 'delivered' | 'read' | 'failed'): Promise<void> {
    const { messages } = await this.#sandbox.state('twilio')
    await this.#withPick(messages, pick, async (sent: { sid: string; status_callback: string | null }) => {
      const identity = new URL(sent.status_callback ?? 'https://x').searchParams
      const message = { threadId: identity.get('thread') ?? '', messageId: identity.get('message') ?? '' }
      if (message.threadId !== this.#world.threadId) return
      const { reportStatus } = this.#world.source
      await reportStatus(await this.#world.services().reportStatus(), {
        providerMessageId: sent.sid,
        status,
        message,
        claimId: identity.get('claim') ?? '',
      })
      this.#told.push({ providerMessageId: sent.sid, status })
    })
  }

  /** Everybody who is told of a message after they last read: all participants at its time but its author. */
  async #attentive(): Promise<string[]> {
    const participants = new Set(['staff', 'landlord', this.#world.guestId])
    const told = new Set<string>()
    for (const [position, { authorId }] of (await this.#messages()).entries()) {
      participants.add(authorId)
      for (const id of participants) {
        if (id !== authorId && position >= (this.#readAt.get(id) ?? 0)) told.add(id)
      }
    }
    return [...told]
  }

  async #messages(): Promise<{ messageId: string; authorId: string }[]> {
    const { db, threadId } = this.#world
    const found = await db.collection(`threads/${threadId}/messages`).orderBy('createdAt').get()
    return found.docs.map(document => ({ messageId: document.id, authorId: document.get('authorId') }))
  }

  async #onMessage(pick: number, run: (ref: MessageRef) => Promise<unknown>): Promise<void> {
    const { threadId } = this.#world
    await this.#withPick(await this.#messages(), pick, ({ messageId }) => run({ threadId, messageId }))
  }

  async #withPick<T>(among: readonly T[], pick: number, run: (one: T) => Promise<unknown>): Promise<void> {
    const chosen = among[pick % Math.max(among.length, 1)]
    // What fails is told to whoever asked; what matters is what is left.
    if (chosen !== undefined) await run(chosen).catch(() => {})
  }

  #dying(dieAt: number, run: (process: Process) => Promise<unknown>): Promise<void> {
    return untilDeath(die => run(new Process(dieAt, die)))
  }
}
