import type { System } from '../lib/ports.ts'

/** What the platform tells of an event beside its document. */
interface EventFacts {
  id?: string
  /** When the document was written. */
  time?: string
  /** The ids in the document's path. */
  params: Record<string, string>
  /** What was created; of other events something else. */
  data?: unknown
}

/** The ids in the document's path; of a note that of its thread alone, since no line of the log names one. */
function idsOf({ params, data }: EventFacts): Record<string, string> {
  const { messageId: _, ...others } = params
  return isNote(data) ? others : params
}

/** The SDK's snapshots are not loaded for this. */
function isNote(data: unknown): boolean {
  const get: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'get') : undefined
  return typeof get === 'function' && Reflect.apply(get, data, ['type']) === 'note'
}

/** Handles an event, with one line in the log. */
export const logged =
  <Event extends EventFacts>(
    { clock, log }: Pick<System, 'clock' | 'log'>,
    trigger: string,
    handle: (event: Event) => Promise<unknown>,
  ) =>
  async (event: Event): Promise<void> => {
    const startedAt = clock.now().getTime()
    const written = Date.parse(event.time ?? '')
    const line = () => {
      const now = clock.now().getTime()
      const lagMs = Number.isNaN(written) ? undefined : now - written
      return { kind: trigger, eventId: event.id, ...idsOf(event), ms: now - startedAt, lagMs }
    }
    try {
      await handle(event)
      log.info('event handled', { ...line(), outcome: 'done' })
    } catch (error) {
      log.error('event failed', { ...line(), outcome: 'failed', error })
      throw error
    }
  }
