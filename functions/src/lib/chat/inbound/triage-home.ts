import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { isDocumentId } from '../../identifiers.ts'
import { isDated } from '../guest.ts'
import { threadOfStay } from './resolve-thread.ts'

/** Where staff say that a message belongs: a thread, or the stay or guest whose thread it is. */
export type TriageHome = { threadId: string } | { reservationId: string } | { guestId: string }

type Deps = Needs<'guests' | 'threads'>

/**
 * The thread that is meant. Throws `thread-not-found`, or `message-conflict` for a guest with stays at several
 * landlords.
 */
export async function threadOfHome(deps: Deps, home: TriageHome): Promise<string> {
  if ('threadId' in home) return home.threadId
  if ('guestId' in home) return threadOfGuest(deps, home.guestId)
  const threadId = await deps.threads.ofReservation(home.reservationId)
  if (threadId === undefined) throw noThreadOf('reservation')
  return threadId
}

async function threadOfGuest(deps: Deps, guestId: string): Promise<string> {
  const [stays, known] = await Promise.all([deps.guests.staysOf([guestId]), deps.guests.read([guestId])])
  const byStay = await threadOfStay(deps, stays.filter(isDated), deps.clock.now())
  if (byStay.isAmbiguous) throw severalLandlords()
  const threadId = byStay.threadId ?? known.get(guestId)?.value.threadId
  if (!threadId || !isDocumentId(threadId)) throw noThreadOf('guest')
  return threadId
}

const noThreadOf = (what: string): DomainError =>
  new DomainError('thread-not-found', `There is no thread of that ${what}.`, {
    nextAction: 'Assign the message to a thread.',
  })

const severalLandlords = (): DomainError =>
  new DomainError('message-conflict', 'The guest has stays at several landlords.', {
    nextAction: 'Say which reservation or thread the message belongs to.',
  })
