import { call } from '../api/client.ts'
import { ApiError } from '../api/problem.ts'
import type { Message } from '../inbox/message.ts'
import { due, isEntries, type OutboxEntry, pause, requestOf } from './entry.ts'
import { keep, kept } from './storage.ts'

type Stored = (entry: OutboxEntry, message: Message) => void

/**
 * Messages of one user on their way to the server. They are kept on the device until the server has confirmed them, so
 * that neither a lost connection nor a closed window loses one, and are repeated under the same id.
 */
export class Outbox {
  #entries: readonly OutboxEntry[]
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  readonly #stored = new Set<Stored>()
  #inFlight: ReadonlySet<string> = new Set()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(uid: string) {
    this.#key = `outbox:${uid}`
    this.#entries = kept(this.#key, isEntries) ?? []
  }

  /** Begins to send; ends when that is called which it gives back. */
  start(): () => void {
    const again = () => this.#tryAllNow()
    const otherWindow = ({ key }: StorageEvent) => {
      if (key === this.#key) this.#show(kept(this.#key, isEntries) ?? [])
    }
    window.addEventListener('online', again)
    window.addEventListener('storage', otherWindow)
    this.#schedule()
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('storage', otherWindow)
      clearTimeout(this.#timer)
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly entries = (): readonly OutboxEntry[] => this.#entries

  isInFlight(messageId: string): boolean {
    return this.#inFlight.has(messageId)
  }

  onStored(listener: Stored): () => void {
    this.#stored.add(listener)
    return () => this.#stored.delete(listener)
  }

  add(threadId: string, content: OutboxEntry['content']): void {
    const messageId = crypto.randomUUID()
    const createdAt = new Date().toISOString()
    this.#write(entries => [...entries, { messageId, threadId, createdAt, content, attempts: 0 }])
    this.#schedule()
  }

  /** Tries again what was refused. */
  retry(messageId: string): void {
    this.#change(messageId, ({ refused: _refused, notBefore: _notBefore, ...entry }) => entry)
    this.#schedule()
  }

  discard(messageId: string): void {
    this.#write(entries => entries.filter(entry => entry.messageId !== messageId))
  }

  #tryAllNow(): void {
    this.#write(entries => entries.map(({ notBefore: _notBefore, ...entry }) => entry))
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const now = Date.now()
    for (const entry of due(this.#entries, now)) void this.#send(entry)
    const later = this.#entries.flatMap(({ notBefore, refused }) =>
      notBefore && !refused ? [notBefore] : [],
    )
    const next = Math.min(...later)
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#schedule(), Math.max(250, next - now))
  }

  /** In one window at a time, where the browser can tell; elsewhere a repetition does no harm either. */
  async #send(entry: OutboxEntry): Promise<void> {
    if (this.#inFlight.has(entry.messageId)) return
    this.#fly(entry.messageId, true)
    try {
      await exclusively(entry.messageId, () => this.#post(entry))
    } finally {
      this.#fly(entry.messageId, false)
      this.#schedule()
    }
  }

  async #post(entry: OutboxEntry): Promise<void> {
    // Another window may have sent it meanwhile.
    const isStill = (kept(this.#key, isEntries) ?? []).some(({ messageId }) => messageId === entry.messageId)
    if (!isStill) return
    try {
      const message = await call<Message>({ method: 'POST', ...requestOf(entry) })
      for (const listener of this.#stored) listener(entry, message)
      this.discard(entry.messageId)
    } catch (error) {
      this.#failed(entry, error)
    }
  }

  #failed({ messageId }: OutboxEntry, error: unknown): void {
    const failure = error instanceof ApiError ? error.failure : undefined
    // Who has to sign in again, does so and it goes on.
    const isFinal = failure !== undefined && !failure.retryable && failure.status !== 401
    this.#change(messageId, entry => {
      if (isFinal) return { ...entry, refused: failure }
      const attempts = entry.attempts + 1
      return { ...entry, attempts, notBefore: Date.now() + pause(attempts, failure?.retryAfterSeconds) }
    })
  }

  #fly(messageId: string, isFlying: boolean): void {
    const next = new Set(this.#inFlight)
    if (isFlying) next.add(messageId)
    else next.delete(messageId)
    this.#inFlight = next
    this.#show([...this.#entries])
  }

  #change(messageId: string, change: (entry: OutboxEntry) => OutboxEntry): void {
    this.#write(entries => entries.map(entry => (entry.messageId === messageId ? change(entry) : entry)))
  }

  /** From what is kept, which another window may have changed. */
  #write(change: (entries: OutboxEntry[]) => OutboxEntry[]): void {
    const next = change(kept(this.#key, isEntries) ?? [])
    keep(this.#key, next)
    this.#show(next)
  }

  #show(entries: readonly OutboxEntry[]): void {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }
}

const exclusively = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox:${name}`, run)
  else await run()
}
