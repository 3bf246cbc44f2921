import type { Actor } from '../../src/lib/actor.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import type { World } from './world.ts'

interface Send {
  status: string
  claimId?: string
  retryId?: string
}

interface Message {
  messageId: string
  authorId: string
  delivery?: Send
}

/** A user's reading: the number of messages, and the states of the user's own sends. */
interface Reading {
  messages: number
  sends: ReadonlyMap<string, string>
}

const nothingRead: Reading = { messages: 0, sends: new Map() }

/** Readings of users, and the attention that follows. */
export class Readings {
  readonly #world: World
  readonly #last = new Map<string, Reading>()

  constructor(world: World) {
    this.#world = world
  }

  async read(actor: Actor): Promise<void> {
    const { threadId } = this.#world
    await markRead(this.#world.context(), actor, { threadId })
    const messages = await this.messages()
    const sends = new Map(ownSends(messages, actor.uid).map(([id, send]) => [id, stateOf(send)]))
    this.#last.set(actor.uid, { messages: messages.length, sends })
  }

  async messages(): Promise<Message[]> {
    const { db, threadId } = this.#world
    const found = await db.collection(`threads/${threadId}/messages`).orderBy('createdAt').get()
    return found.docs.map(document => ({
      messageId: document.id,
      authorId: document.get('authorId'),
      delivery: document.get('delivery'),
    }))
  }

  /**
   * Users who got a message, or had a send fail, since they last read; and users who cannot have attention. In neither
   * list are users whose send may have failed temporarily.
   */
  async attention(): Promise<{ attentive: string[]; inattentive: string[] }> {
    const messages = await this.messages()
    const recipients = this.#toldIn(messages)
    const users = ['staff', 'colleague', 'landlord', 'stranger', this.#world.guestId]
    const isNew = (uid: string) => {
      const { sends } = this.#last.get(uid) ?? nothingRead
      return ([id, send]: readonly [string, Send]) => stateOf(send) !== sends.get(id)
    }
    const newSends = (uid: string) => ownSends(messages, uid).filter(isNew(uid))
    const hasFailure = (uid: string) => newSends(uid).some(([, { status }]) => hasFailed(status))
    return {
      attentive: users.filter(uid => recipients.has(uid) || hasFailure(uid)),
      inattentive: users.filter(uid => !recipients.has(uid) && newSends(uid).length === 0),
    }
  }

  /** All participants at a message's time but its author, if they have not read it since. */
  #toldIn(messages: readonly Message[]): Set<string> {
    const participants = new Set(['staff', 'landlord', this.#world.guestId])
    const recipients = new Set<string>()
    for (const [position, { authorId }] of messages.entries()) {
      participants.add(authorId)
      for (const id of participants) {
        if (id !== authorId && position >= (this.#last.get(id) ?? nothingRead).messages) recipients.add(id)
      }
    }
    return recipients
  }
}

const ownSends = (messages: readonly Message[], uid: string): (readonly [string, Send])[] =>
  messages.flatMap(({ messageId, authorId, delivery }) =>
    authorId === uid && delivery ? [[messageId, delivery] as const] : [],
  )

const hasFailed = (status: string): boolean => status === 'failed' || status === 'unknown'

const arrived = new Set(['sent', 'delivered', 'read'])

/** A send's state: while it stays the same, the send has not failed in between. */
const stateOf = ({ status, claimId, retryId }: Send): string =>
  [arrived.has(status) ? 'gone' : status, claimId, retryId].join(' ')
