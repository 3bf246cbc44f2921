import { randomUUID } from 'node:crypto'
import type { Actor } from '../../src/lib/actor.ts'
import type { ChannelName } from '../../src/lib/chat/channel-names.ts'
import { reportStatus } from '../../src/lib/chat/delivery/check-sent.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import type { MessageType } from '../../src/lib/chat/message.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import { sweeps } from '../support/due.ts'
import { dyingAt, Process, StalledProcesses } from './effects.ts'
import type { Step } from './histories.ts'
import { faultOf } from './history-steps.ts'
import { nothingPromised, type Promised } from './invariants.ts'
import { untilAnswered } from './quiet.ts'
import { Readings } from './readings.ts'
import { providerId, uniqueText } from './scenarios.ts'
import { forward } from './time.ts'
import { deliverEvent, post, staff, type World } from './world.ts'

const origin = { ipAddress: '198.51.100.2', userAgent: 'A phone/2.0' }
const people: readonly Actor[] = [
  staff,
  // Not added: joins by posting in a role.
  { ...staff, uid: 'colleague' },
  { uid: 'landlord', role: 'landlord', origin },
  // Not invited: joins by posting.
  { uid: 'stranger', role: 'user', origin },
]
const personAt = (index: number): Actor => people[index % people.length] ?? staff

/** Landlords write no notes; users who joined by posting write plain messages only. */
function allowedType({ role }: Actor, type: MessageType): MessageType {
  if (role === 'user') return 'message'
  return role === 'landlord' && type === 'note' ? 'message' : type
}

interface PostMade {
  input: { messageId: string; body: string; type: MessageType }
  actor: Actor
  isAcknowledged: boolean
}

interface Inbound {
  sid: string
  body: string
  from: string
  channel: ChannelName
}

/** Plays a history in a world, and remembers what was promised to whom. */
export class Player {
  readonly #world: World
  readonly #posts: PostMade[] = []
  readonly #inbound: Inbound[] = []
  readonly #readings: Readings
  readonly #resent: string[] = []
  #unansweredRetries = 0
  readonly #told: NonNullable<Promised['providerStatuses']> = []
  readonly #stalled = new StalledProcesses()

  constructor(world: World) {
    this.#world = world
    this.#readings = new Readings(world)
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const one of steps) await this.#do(one)
  }

  /** Stalled processes go on; callers who got no answer repeat until they have one. */
  async finish(): Promise<void> {
    await this.#stalled.allGoOn()
    await this.#world.sandbox.clearFaults()
    for (const made of this.#posts) if (!made.isAcknowledged) await untilAnswered(() => this.#post(made))
    for (const message of this.#inbound) await untilAnswered(() => this.#receive(message))
  }

  async promised(): Promise<Promised> {
    const isKnown = ({ from }: Inbound) => from === this.#world.phone
    return {
      ...nothingPromised(),
      posted: this.#posts.map(({ input, actor }) => ({
        messageId: input.messageId,
        body: input.body,
        audited: actor.origin !== undefined,
      })),
      received: this.#inbound.filter(isKnown).map(({ sid }) => sid),
      strangerIds: this.#inbound.filter(message => !isKnown(message)).map(({ sid }) => sid),
      attention: await this.#readings.attention(),
      selfJoined: this.#postedBy(({ role }) => role === 'user'),
      roleJoined: this.#postedBy(({ uid }) => uid === 'colleague'),
      resent: this.#resent,
      unansweredRetries: this.#unansweredRetries,
      providerStatuses: this.#told,
    }
  }

  #postedBy(who: (actor: Actor) => boolean): string[] {
    const actors = new Set(this.#posts.map(({ actor }) => actor))
    return [...actors].filter(who).map(({ uid }) => uid)
  }

  async #do(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'post':
        return this.#newPost(step)
      case 'posts at once':
        return Promise.all([
          ...Array.from({ length: step.times }, (_, by) =>
            this.#newPost({ do: 'post', by, type: 'message', isCommonText: false, dieAt: -1 }),
          ),
          // Guests' messages are not counted, so only the thread keeps this one and the posts apart.
          this.#newInbound(this.#world.phone, { channel: 'chatapp', dieAt: -1 }),
        ])
      case 'repeat the post':
        return this.#withPick(this.#posts, step.pick, made => this.#post(made))
      case 'event':
        return this.#onMessage(step.pick, ref =>
          dyingAt(step.dieAt, 'before', process => deliverEvent(this.#world, ref, step.event, process)),
        )
      case 'events at once':
        return this.#onMessage(step.pick, ref =>
          Promise.allSettled(
            Array.from({ length: step.times }, () => deliverEvent(this.#world, ref, step.event)),
          ),
        )
      case 'inbound':
        return this.#newInbound(this.#world.phone, step)
      case 'inbound of a stranger':
        return this.#newInbound(this.#world.strangerPhone, { channel: 'chatapp', dieAt: -1 })
      case 'inbound that no webhook told':
        return this.#missedInbound()
      case 'repeat the inbound':
        return this.#withPick(this.#inbound, step.pick, message =>
          Promise.all(Array.from({ length: step.times }, () => this.#receive(message))),
        )
      case 'read':
        // A user who has not joined may not read.
        return this.#readings.read(personAt(step.by)).catch(() => {})
      case 'status':
        return this.#status(step.pick, step.status)
      case 'retry':
        return this.#onMessage(step.pick, ref => this.#retry(ref, step.dieAt))
      case 'sweep':
        return dyingAt(step.dieAt, 'before', process => sweeps[step.of](this.#world.context(process)))
      case 'stall':
        return this.#stall(step)
      case 'go on':
        return this.#stalled.goOn(step.pick)
      case 'wait':
        return forward(step.seconds * 1000)
      case 'fault':
        return this.#world.sandbox.fault({ vendor: step.vendor, ...faultOf(step.mode), times: 1 })
    }
  }

  async #newPost({ by, type, isCommonText, dieAt }: Extract<Step, { do: 'post' }>): Promise<void> {
    const actor = personAt(by)
    const input = {
      messageId: randomUUID(),
      body: isCommonText && type !== 'note' ? 'Thank you, and see you soon.' : uniqueText(),
      type: allowedType(actor, type),
    }
    const made = { input, actor, isAcknowledged: false }
    this.#posts.push(made)
    await dyingAt(dieAt, 'before', process => this.#post(made, process))
  }

  async #post(made: PostMade, process = new Process()): Promise<void> {
    await post(this.#world, made.input, { actor: made.actor, process })
    made.isAcknowledged = true
  }

  #newInbound(from: string, { channel, dieAt }: { channel: ChannelName; dieAt: number }): Promise<void> {
    const message = { sid: providerId(), body: uniqueText(), from, channel }
    this.#remember(message)
    return dyingAt(dieAt, 'before', process => this.#receive(message, process))
  }

  /** A message that the provider has and lists, without a webhook. */
  async #missedInbound(): Promise<void> {
    const { sandbox, phone } = this.#world
    const body = uniqueText()
    const { messageSid } = await sandbox.inbound({ from: `whatsapp:${phone}`, body, deliver: false })
    this.#remember({ sid: messageSid, body, from: phone, channel: 'chatapp' })
  }

  #remember(message: Inbound): void {
    this.#inbound.push(message)
    this.#world.texts.push(message.body)
  }

  async #receive({ sid, ...message }: Inbound, process = new Process()): Promise<void> {
    const deps = this.#world.context(process)
    await receiveMessage(deps, { providerMessageId: sid, ...message, attachments: [] })
  }

  async #retry(ref: MessageRef, dieAt: number): Promise<void> {
    let isAnswered = false
    await dyingAt(dieAt, 'before', async process => {
      try {
        await retryMessage(this.#world.context(process), staff, ref)
        this.#resent.push(ref.messageId)
      } finally {
        isAnswered = true
      }
    })
    if (!isAnswered) this.#unansweredRetries += 1
  }

  /** The provider tells of a send, with the identity that stands in the address we gave it. */
  async #status(pick: number, status: 'sent' | 'delivered' | 'read' | 'failed'): Promise<void> {
    const { messages } = await this.#world.sandbox.state('twilio')
    await this.#withPick(messages, pick, async (sent: { sid: string; status_callback: string | null }) => {
      const identity = new URL(sent.status_callback ?? 'https://x').searchParams
      const message = { threadId: identity.get('thread') ?? '', messageId: identity.get('message') ?? '' }
      if (message.threadId !== this.#world.threadId) return
      await reportStatus(this.#world.context(), {
        providerMessageId: sent.sid,
        status,
        message,
        claimId: identity.get('claim') ?? '',
      })
      this.#told.push({ providerMessageId: sent.sid, status })
    })
  }

  /** A process comes to an effect and stands still there, while leases run out and others work. */
  async #stall({ pick, in: where, at }: Extract<Step, { do: 'stall' }>): Promise<void> {
    const { deliveries } = sweeps
    if (where === 'the sweep')
      return this.#stalled.run(at, process => deliveries(this.#world.context(process)))
    await this.#onMessage(pick, ref =>
      this.#stalled.run(at, process => deliverEvent(this.#world, ref, 'created', process)),
    )
  }

  async #onMessage(pick: number, run: (ref: MessageRef) => Promise<unknown>): Promise<void> {
    const { threadId } = this.#world
    const messages = await this.#readings.messages()
    await this.#withPick(messages, pick, ({ messageId }) => run({ threadId, messageId }))
  }

  async #withPick<T>(among: readonly T[], pick: number, run: (one: T) => Promise<unknown>): Promise<void> {
    const chosen = among[pick % Math.max(among.length, 1)]
    // The caller gets the failure; the test is about the stored state.
    if (chosen !== undefined) await run(chosen).catch(() => {})
  }
}
