import fc from 'fast-check'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { fetchFile } from '../../src/lib/chat/files/fetch-file.ts'
import { removeFile } from '../../src/lib/chat/files/remove-file.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import { lookAtThread } from '../../src/lib/chat/opening/look-at-thread.ts'
import { hearConversation } from '../../src/lib/chat/ota/hear-conversation.ts'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { sweepInboxes } from '../../src/lib/chat/ota/sweep.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { Context } from '../../src/lib/context.ts'
import { ContentionError } from '../../src/lib/durable/change.ts'
import { DomainError, ProviderError } from '../../src/lib/errors.ts'
import { png } from '../support/files.ts'
import type { Decorators } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'
import { dyingAt, Process } from './effects.ts'
import { kind, step } from './history-steps.ts'
import { violationsOf } from './ota-invariants.ts'
import { channelManagerPropertyId, type OtaWorld, otaWorld, reservationOf, staff } from './ota-world.ts'

const minute = 60_000

const conversationId = fc.constantFrom('first', 'second', 'other', 'inquiry')
/** The event's fate: it comes, comes twice, comes when others have come, or is lost. */
const fate = fc.constantFrom('once', 'once', 'twice', 'late', 'never')
const act = fc.oneof(
  step(8, 'guest', { conversationId, fate, files: fc.constantFrom(0, 0, 0, 1, 2) }),
  step(3, 'elsewhere', {
    conversationId,
    fate,
    sender: fc.constantFrom('property', 'property', 'property', 'system'),
    /** Texts that we send, too. */
    text: fc.constantFrom('Yes', 'By all means'),
  }),
  step(7, 'post', {
    conversationId,
    text: fc.constantFrom('Yes', 'See https://example.com/way here', 'Good morning'),
    names: fc.option(fc.constantFrom('first', 'second'), { freq: 4 }),
    files: fc.constantFrom(0, 0, 0, 1, 2),
    fault: fc.option(fc.constantFrom('answer lost', 'answer lost', 'lost', 'down', 'ota-no-conversation')),
    /** The part that meets the fault: the text, then each file. */
    faultAt: fc.nat(2),
  }),
  step(3, 'tell', { pick: fc.nat(4) }),
  step(1, 'book', { fate }),
  step(1, 'import', {}),
  step(1, 'install', { is: fc.boolean() }),
  step(1, 'outage', { is: fc.boolean() }),
  step(4, 'work', {}),
  step(2, 'sweep', {}),
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

const move = fc.oneof(
  /** An act whose process may die, before or after one of its effects. */
  kind(8, { acts: fc.tuple(act), dieAt: fc.option(fc.nat(20), { freq: 3 }), isAfter: fc.boolean() }),
  /** Two acts at once, by two instances. */
  kind(2, { acts: fc.tuple(act, act) }),
  kind(4, { minutes: fc.constantFrom<number>(1, 1, 3, 20, 70, 1500) }),
)
type Step = typeof move extends fc.Arbitrary<infer One> ? One : never

const does = (one: Act): Step => ({ acts: [one], dieAt: null, isAfter: false })
const writes = (id: Extract<Act, { do: 'guest' }>['conversationId']): Step =>
  does({ do: 'guest', conversationId: id, fate: 'once', files: 0 })

/** A guest writes about another stay before the answer about the first has gone out. */
const overtaken = fc
  .record({ one: fc.constantFrom('first', 'second'), text: fc.constantFrom('Yes', 'Good morning') })
  .map(({ one, text }): Step[] => [
    writes(one),
    does({ do: 'post', conversationId: one, text, names: null, files: 0, fault: 'down', faultAt: 0 }),
    writes(one === 'first' ? 'second' : 'first'),
    { minutes: 3 },
    does({ do: 'work' }),
  ])
/** An inquiry becomes a booking, before or after that is imported. */
const booked = fc
  .record({ isEarly: fc.boolean(), fate, hasWritten: fc.boolean() })
  .map(({ isEarly, fate: how, hasWritten }): Step[] => [
    ...(hasWritten ? [writes('inquiry')] : []),
    does({ do: 'book', fate: isEarly ? 'never' : how }),
    does({ do: 'import' }),
    ...(isEarly ? [does({ do: 'book', fate: how })] : []),
    writes('inquiry'),
  ])
const phrase = fc.oneof(
  { weight: 10, arbitrary: fc.array(move, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: overtaken },
  { weight: 1, arbitrary: booked },
)

export interface OtaHistory {
  /** The number of old messages in each conversation. */
  past: number
  stripsLinks: boolean
  steps: Step[]
}
export const otaHistories: fc.Arbitrary<OtaHistory> = fc.record({
  past: fc.constantFrom(0, 0, 3, 130),
  stripsLinks: fc.boolean(),
  steps: fc.array(phrase, { minLength: 2, maxLength: 6 }).map(some => some.flat()),
})

class Player {
  readonly wrong: string[] = []
  readonly #world: OtaWorld
  /** Conversations whose events have not come yet. */
  readonly #events: string[] = []
  #posts = 0

  constructor(world: OtaWorld) {
    this.#world = world
  }

  async play(one: Step): Promise<void> {
    this.#world.clock.forward(1000)
    if ('minutes' in one) return this.#world.clock.forward(one.minutes * minute)
    const { acts, dieAt, isAfter } = { dieAt: null, isAfter: false, ...one }
    await Promise.all(
      acts.map(each =>
        dyingAt(dieAt ?? -1, isAfter ? 'after' : 'before', process => this.#do(each, process)),
      ),
    )
  }

  /** Everything works again, and time passes until nothing is due. */
  async quiet(): Promise<void> {
    const { vendor, clock } = this.#world
    vendor.isDown = false
    vendor.withoutApplication.clear()
    vendor.sendFaults.length = 0
    for (const minutes of [1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 5, 5]) {
      clock.forward(minutes * minute)
      await this.#do({ do: 'sweep' }, new Process())
      await this.#do({ do: 'work' }, new Process())
    }
    // So long that messages waiting for another part have ended, and unused uploads are gone.
    clock.forward(1500 * minute)
    await this.#do({ do: 'work' }, new Process())
  }

  /** The caller is told of a refusal; a process that fails for another reason is a mistake. */
  async #do(one: Act, process: Process): Promise<void> {
    await this.#does(one, this.#world.context(process)).catch((error: unknown) => {
      const isUsual = [DomainError, ContentionError, ProviderError].some(type => error instanceof type)
      if (!isUsual) this.wrong.push(`${JSON.stringify(one)}: ${error instanceof Error ? error.stack : error}`)
    })
  }

  async #does(one: Act, context: Context): Promise<unknown> {
    const { vendor } = this.#world
    switch (one.do) {
      case 'guest':
        vendor.guestSays(one.conversationId, 'Hello', {
          attachments: Array.from({ length: one.files }, (_, at) => `https://nowhere.invalid/${at}`),
        })
        return this.#tell(context, one)
      case 'elsewhere':
        vendor.says(one.conversationId, one.sender, one.text)
        return this.#tell(context, one)
      case 'post':
        return this.#post(context, one)
      case 'tell': {
        const [id] = this.#events.splice(one.pick % Math.max(1, this.#events.length), 1)
        return id && this.#hear(context, id)
      }
      case 'book':
        vendor.isBooked('inquiry', 'inquired')
        vendor.bookings.set('inquired', { channelManagerPropertyId, provider: 'airbnb' })
        return this.#tell(context, { conversationId: 'inquiry', fate: one.fate })
      case 'import':
        if (vendor.bookings.has('inquired')) await this.#world.imports('inquired')
        return undefined
      case 'install':
        vendor.withoutApplication[one.is ? 'delete' : 'add'](channelManagerPropertyId)
        return undefined
      case 'outage':
        vendor.isDown = one.is
        return undefined
      case 'work':
        return this.#work(context)
      case 'sweep':
        return sweepInboxes(context)
    }
  }

  async #tell(context: Context, { conversationId: id, fate: how }: { conversationId: string; fate: string }) {
    if (how === 'late') this.#events.push(id)
    if (how === 'once' || how === 'twice') await this.#hear(context, id)
    if (how === 'twice') await this.#hear(context, id)
  }

  #hear = (context: Context, id: string) =>
    hearConversation(context, { conversationId: id, channelManagerPropertyId })

  async #post(context: Context, { conversationId: id, text, names, ...one }: Extract<Act, { do: 'post' }>) {
    const threadId = (await this.#world.read('otaConversations')).get(id)?.threadId
    if (typeof threadId !== 'string') return
    this.#posts += 1
    const ref = { threadId, messageId: `m${this.#posts}` }
    const files: string[] = []
    while (files.length < one.files) {
      const name = `${ref.messageId}-${files.length}.png`
      const uploaded = await uploadFile(context, staff, { threadId, name, type: 'image/png', bytes: png })
      files.push(uploaded.fileId)
    }
    const isTheirs = names !== null && (id === 'first' || id === 'second')
    await createMessage(context, staff, {
      ...ref,
      type: 'ota-message',
      source: 'platform',
      contentType: 'text',
      body: text,
      ...(isTheirs && { reservationId: reservationOf(names) }),
      ...(files.length > 0 && { files }),
    })
    const before = Array.from({ length: Math.min(one.faultAt, files.length) }, () => undefined)
    this.#world.vendor.sendFaults.push(...before, one.fault ?? undefined)
    await deliverMessage(context, ref).finally(() => {
      this.#world.vendor.sendFaults.length = 0
    })
  }

  /** Does due work, as the schedule does it. */
  async #work(context: Context): Promise<void> {
    const now = context.clock.now()
    const isDue = (at: unknown) => at instanceof Date && at <= now
    const survive = (run: Promise<unknown>) =>
      run.catch((error: unknown) => {
        if (!(error instanceof ProviderError || error instanceof ContentionError)) throw error
      })
    for (const [id, { dueAt }] of await this.#world.read('otaConversations'))
      if (isDue(dueAt)) await survive(readConversation(context, id))
    for (const message of await this.#world.everyMessage())
      if (isDue(message.delivery?.dueAt)) await survive(deliverMessage(context, message))
    for (const [id, { deskDueAt }] of await this.#world.read('threads'))
      if (isDue(deskDueAt)) await survive(lookAtThread(context, id))
    for (const [id, { fetchAt, dueAt }] of await this.#world.read('files')) {
      if (fetchAt instanceof Date && fetchAt <= now) await fetchFile(context, id)
      if (dueAt instanceof Date && dueAt <= now) await removeFile(context, id)
    }
  }
}

/** Plays a history; returns the rules that are broken once everything has come to rest. */
export async function playOtaHistory(
  { past, stripsLinks, steps }: OtaHistory,
  mistakes: Decorators = {},
): Promise<string[]> {
  const { db, close } = ownProject()
  const world = await otaWorld(db, mistakes)
  const { vendor, clock } = world
  vendor.stripsLinks = stripsLinks
  const longAgo = clock.now().getTime() - 40 * 24 * 60 * minute
  for (let at = 0; at < past; at += 1)
    for (const id of ['first', 'inquiry'])
      vendor.says(id, at % 3 === 2 ? 'property' : 'guest', `Old ${at}`, {
        at: new Date(longAgo + at * minute),
      })
  const player = new Player(world)
  for (const one of steps) await player.play(one)
  await player.quiet()
  const found = [...player.wrong, ...(await violationsOf(world))]
  await close()
  return found
}
