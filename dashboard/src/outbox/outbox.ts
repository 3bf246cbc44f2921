import { call } from '../api/client.ts'
import { ApiError, type Failure } from '../api/problem.ts'
import type { Message } from '../live/message.ts'
import { forget, keep, keysOf, onKept, parsed, textAt } from '../storage.ts'
import { afterFailure, due, inOrder, isEntry, type OutboxEntry, requestOf, timeAfter } from './entry.ts'

/** The server has stored the entry, or refused it for good. */
export type Outcome = { entry: OutboxEntry; message: Message } | { entry: OutboxEntry; refused: Failure }

/**
 * Messages of one user on their way to the server. Each is kept on the device, under a key of its own, until the server
 * has confirmed it, so that neither a lost connection, a closed window nor another window loses one; each is repeated
 * under the same id.
 */
export class Outbox {
  readonly #uid: string
  readonly #prefix: string
  readonly #listeners = new Set<() => void>()
  readonly #outcomes = new Set<(outcome: Outcome) => void>()
  #entries: readonly OutboxEntry[] = []
  readonly #inFlight = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Nothing is sent for somebody who is no longer signed in. */
  #isStopped = true

  constructor(uid: string) {
    this.#uid = uid
    this.#prefix = `outbox:${uid}:`
    this.#read()
  }

  /** Begins to send; the function given back ends it. */
  start(): () => void {
    const online = () => this.#online()
    const changed = (key: string | null) => {
      if (key !== null && !key.startsWith(this.#prefix)) return
      this.#read()
      this.#schedule()
    }
    this.#isStopped = false
    window.addEventListener('online', online)
    const stopListening = onKept(changed)
    changed(null)
    return () => {
      this.#isStopped = true
      window.removeEventListener('online', online)
      stopListening()
      clearTimeout(this.#timer)
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly entries = (): readonly OutboxEntry[] => this.#entries

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#outcomes.add(listener)
    return () => this.#outcomes.delete(listener)
  }

  /** `since`: up to when its author had seen the thread. */
  add(
    threadId: string,
    content: OutboxEntry['content'],
    since?: string,
    messageId: string = crypto.randomUUID(),
  ): void {
    const createdAt = timeAfter(this.#entries, Date.now())
    this.#write({ messageId, threadId, createdAt, content, since, attempts: 0 })
  }

  /** Tries a refused entry again, whose author has now seen the thread until `since`. */
  retry(messageId: string, since?: string): void {
    this.#change(messageId, ({ refused: _refused, notBefore: _notBefore, ...entry }) => ({
      ...entry,
      since: since ?? entry.since,
    }))
  }

  discard(messageId: string): void {
    forget(this.#prefix + messageId)
  }

  /** Entries that wait for a connection go at once; a server that asked to wait is left alone. */
  #online(): void {
    for (const { messageId, waitsFor } of this.#entries) {
      if (waitsFor === 'connection') this.#change(messageId, ({ notBefore: _notBefore, ...entry }) => entry)
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    const now = Date.now()
    for (const entry of due(this.#entries, now)) void this.#send(entry)
    const later = this.#entries.flatMap(({ notBefore, refused }) =>
      notBefore && !refused ? [notBefore] : [],
    )
    const next = Math.min(...later)
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#schedule(), Math.max(250, next - now))
  }

  /** One window sends at a time, where the browser can tell; elsewhere a repetition does no harm. */
  async #send({ messageId }: OutboxEntry): Promise<void> {
    if (this.#inFlight.has(messageId)) return
    this.#inFlight.add(messageId)
    try {
      await exclusively(messageId, () => this.#post(messageId))
    } finally {
      this.#inFlight.delete(messageId)
      this.#read()
      this.#schedule()
    }
  }

  async #post(messageId: string): Promise<void> {
    // Another window may have sent it meanwhile, or got a wait from the server; and the user may have left.
    const entry = this.#entry(messageId)
    if (!entry || this.#isStopped || due([entry], Date.now()).length === 0) return
    try {
      const message = await call<Message>({ method: 'POST', ...requestOf(entry), as: this.#uid })
      this.#tell({ entry, message })
      this.discard(messageId)
    } catch (error) {
      this.#failed(messageId, error)
    }
  }

  #failed(messageId: string, error: unknown): void {
    const failure = error instanceof ApiError ? error.failure : undefined
    this.#change(messageId, entry => afterFailure(entry, failure, Date.now()))
    const entry = this.#entry(messageId)
    if (entry?.refused) this.#tell({ entry, refused: entry.refused })
  }

  #tell(outcome: Outcome): void {
    for (const listener of this.#outcomes) listener(outcome)
  }

  #entry(messageId: string): OutboxEntry | undefined {
    return parsed(textAt(this.#prefix + messageId), isEntry)
  }

  #change(messageId: string, change: (entry: OutboxEntry) => OutboxEntry): void {
    const entry = this.#entry(messageId)
    if (entry) this.#write(change(entry))
  }

  #write(entry: OutboxEntry): void {
    keep(this.#prefix + entry.messageId, entry)
  }

  #read(): void {
    this.#entries = inOrder(keysOf(this.#prefix).flatMap(key => parsed(textAt(key), isEntry) ?? []))
    for (const listener of this.#listeners) listener()
  }
}

const exclusively = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox:${name}`, run)
  else await run()
}
