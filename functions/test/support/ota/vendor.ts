import type { ListedMessage, Messenger, OutgoingMessage } from '../../../src/lib/chat/delivery/provider.ts'
import { type RefusalReason, SendRefusedError } from '../../../src/lib/chat/delivery/refusal.ts'
import {
  type MessagesApplication,
  MessagesNotInstalled,
  type OtaConversation,
  type OtaInbox,
  type OtaMessage,
  type OtaPage,
  type OtaPageQuery,
} from '../../../src/lib/chat/ota/ports.ts'
import { ProviderError } from '../../../src/lib/errors.ts'
import type { Clock } from '../../../src/lib/ports.ts'

const provider = 'channel-manager'
/** The user of our key. */
const ourUser = 'our-user'

export type SendFault =
  | 'answer lost'
  | 'lost'
  | 'down'
  | Extract<RefusalReason, `ota-${string}` | 'messages-not-installed'>

interface Correspondence {
  conversation: OtaConversation
  /** Oldest first. */
  messages: OtaMessage[]
}

/** A text or file that was handed over to be shown to a guest. */
export interface Accepted {
  id: string
  conversationId: string
  text: string
  /** The name of a file, which goes alone. */
  file?: string
  claimId: string
  messageId: string
}

/** The channel manager's inbox and its OTAs, in memory: what guests, the extranet and we write there. */
export class OtaVendor implements OtaInbox, MessagesApplication, Messenger {
  readonly correspondences = new Map<string, Correspondence>()
  /** Bookings, with their property and OTA. */
  readonly bookings = new Map<string, { channelManagerPropertyId: string; provider: string }>()
  readonly accepted: Accepted[] = []
  readonly withoutApplication = new Set<string>()
  /** The faults of the next sends, in their order. */
  readonly sendFaults: (SendFault | undefined)[] = []
  /** Whether it answers nothing. */
  isDown = false
  /** Whether it takes links out, as Booking.com does. */
  stripsLinks = false
  /** Before each answer, by the method's name: a test may throw there. */
  onCall: (method: string) => void = () => {}
  readonly calls: string[] = []
  readonly noReplies: string[] = []
  readonly #clock: Pick<Clock, 'now'>
  readonly #prefix: string
  #count = 0
  #last = 0

  constructor(clock: Pick<Clock, 'now'>, prefix = 'ota') {
    this.#clock = clock
    this.#prefix = prefix
  }

  #id(what: string): string {
    this.#count += 1
    return `${this.#prefix}-${what}-${this.#count}`
  }

  /** A time later than that of every message before. */
  #time(at = this.#clock.now()): Date {
    this.#last = Math.max(this.#last + 1, at.getTime())
    return new Date(this.#last)
  }

  #called(method: string): void {
    this.calls.push(method)
    this.onCall(method)
    if (this.isDown) throw new ProviderError(provider, 'unknown', 'no answer')
  }

  #within(channelManagerPropertyId: string): void {
    if (this.withoutApplication.has(channelManagerPropertyId)) throw new MessagesNotInstalled(provider)
  }

  #conversation(id: string): Correspondence {
    const found = this.correspondences.get(id)
    if (!found) throw new ProviderError(provider, 'permanent', 'there is none', { status: 404 })
    this.#within(found.conversation.channelManagerPropertyId)
    return found
  }

  // Events at the OTA.

  begins(fields: Partial<OtaConversation> & Pick<OtaConversation, 'channelManagerPropertyId'>): string {
    const conversation = {
      id: this.#id('conversation'),
      provider: 'booking',
      title: 'Maria Rossi',
      bookingId: null,
      lastMessageAt: null,
      ...fields,
    }
    this.correspondences.set(conversation.id, { conversation, messages: [] })
    return conversation.id
  }

  says(
    conversationId: string,
    sender: OtaMessage['sender'],
    text: string,
    { at, ...fields }: Partial<OtaMessage> = {},
  ): OtaMessage {
    const { conversation, messages } = this.#kept(conversationId)
    const message: OtaMessage = {
      id: this.#id('message'),
      conversationId,
      sender,
      text,
      attachments: [],
      at: at ?? this.#time(),
      userId: null,
      author: null,
      stay: null,
      request: null,
      ...fields,
    }
    messages.push(message)
    messages.sort((a, b) => a.at.getTime() - b.at.getTime())
    conversation.lastMessageAt = messages.at(-1)?.at ?? null
    return message
  }

  guestSays = (conversationId: string, text: string, fields?: Partial<OtaMessage>): OtaMessage =>
    this.says(conversationId, 'guest', text, fields)

  /** The property writes, in the extranet. */
  propertySays = (conversationId: string, text: string, fields?: Partial<OtaMessage>): OtaMessage =>
    this.says(conversationId, 'property', text, fields)

  isBooked(conversationId: string, bookingId: string): void {
    this.#kept(conversationId).conversation.bookingId = bookingId
  }

  #kept(id: string): Correspondence {
    const found = this.correspondences.get(id)
    if (!found) throw new Error(`there is no conversation ${id}`)
    return found
  }

  of = (conversationId: string): OtaMessage[] => this.#kept(conversationId).messages

  // The ports.

  async conversations(channelManagerPropertyId: string, query: OtaPageQuery) {
    this.#called('conversations')
    this.#within(channelManagerPropertyId)
    const theirs = [...this.correspondences.values()]
      .map(({ conversation }) => conversation)
      .filter(one => one.channelManagerPropertyId === channelManagerPropertyId)
      .toSorted((a, b) => (b.lastMessageAt?.getTime() ?? 0) - (a.lastMessageAt?.getTime() ?? 0))
    return paged(theirs, query)
  }

  async conversation(id: string) {
    this.#called('conversation')
    const found = this.correspondences.get(id)
    if (found) this.#within(found.conversation.channelManagerPropertyId)
    return found && { ...found.conversation }
  }

  async messages(conversationId: string, query: OtaPageQuery) {
    this.#called('messages')
    return paged(this.#conversation(conversationId).messages.toReversed(), query)
  }

  async noReplyNeeded(conversationId: string) {
    this.#called('noReplyNeeded')
    this.noReplies.push(this.#conversation(conversationId).conversation.id)
  }

  async read(channelManagerPropertyId: string) {
    this.#called('read')
    return { installed: !this.withoutApplication.has(channelManagerPropertyId), price: 700, currency: 'USD' }
  }

  async send({ to, content, send: { claimId, messageId } }: OutgoingMessage) {
    this.#called('send')
    const fault = this.sendFaults.shift()
    if (fault === 'down') throw new ProviderError(provider, 'retryable', 'busy', { status: 429 })
    if (fault && fault !== 'answer lost' && fault !== 'lost') throw refused(fault)
    if (fault === 'lost') throw new ProviderError(provider, 'unknown', 'no answer')
    const conversationId = this.#asSender(to, () => refused('messages-not-installed'))
    const text = 'text' in content ? content.text : ''
    const shown = this.stripsLinks ? text.replace(/https?:\/\/\S+/g, '') : text
    const message = this.says(conversationId, 'property', shown, { userId: ourUser })
    const file = 'file' in content && { file: content.file.name }
    this.accepted.push({ id: message.id, conversationId, text, ...file, claimId, messageId })
    if (fault === 'answer lost') throw new ProviderError(provider, 'unknown', 'no answer')
    return { providerMessageId: message.id }
  }

  async sentTo(_channel: unknown, to: string, since: Date): Promise<ListedMessage[]> {
    this.#called('sentTo')
    const id = this.#asSender(to, () => new ProviderError(provider, 'permanent', 'no application'))
    return this.#kept(id)
      .messages.filter(({ sender, at }) => sender === 'property' && at >= since)
      .map(one => ({ providerMessageId: one.id, body: one.text, createdAt: one.at, status: 'sent' as const }))
      .toReversed()
  }

  #asSender(to: string, missing: () => Error): string {
    try {
      return this.#destination(to)
    } catch (error) {
      throw error instanceof MessagesNotInstalled ? missing() : error
    }
  }

  async statusOf(providerMessageId: string) {
    this.#called('statusOf')
    return { providerMessageId, status: 'sent' as const }
  }

  /** The id of a conversation; a booking without one begins it. */
  #destination(to: string): string {
    if (!to.startsWith('booking/')) return this.#conversation(to).conversation.id
    const bookingId = to.slice('booking/'.length)
    const booking = this.bookings.get(bookingId)
    if (!booking) throw new ProviderError(provider, 'permanent', 'there is none', { status: 404 })
    this.#within(booking.channelManagerPropertyId)
    const present = [...this.correspondences.values()].find(
      ({ conversation }) => conversation.bookingId === bookingId,
    )
    return present?.conversation.id ?? this.begins({ ...booking, bookingId })
  }
}

const refused = (reason: Exclude<SendFault, 'answer lost' | 'lost' | 'down'>) =>
  new SendRefusedError(provider, { reason }, 'refused', { status: 422 })

function paged<One>(rows: readonly One[], { page, pageSize }: OtaPageQuery): OtaPage<One> {
  const start = (page - 1) * pageSize
  return { rows: rows.slice(start, start + pageSize), hasMore: start + pageSize < rows.length }
}
