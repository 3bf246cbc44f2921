import type { System } from '../lib/ports.ts'

interface EventFacts {
  id?: string
  time?: string
  params: Record<string, string>
  /** The snapshot of a creation; other events differ. */
  data?: unknown
}

/** The log has no note's id. */
function idsOf({ params, data }: EventFacts): Record<string, string> {
  const { messageId: _, ...others } = params
  return isNote(data) ? others : params
}

function isNote(data: unknown): boolean {
  const get: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'get') : undefined
  return typeof get === 'function' && Reflect.apply(get, data, ['type']) === 'note'
}

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
