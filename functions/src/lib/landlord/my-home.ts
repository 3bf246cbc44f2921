import type { Actor } from '../actor.ts'
import { hasMembership } from '../chat/membership.ts'
import { type ThreadView, threadView } from '../chat/reading/thread-view.ts'
import type { Needs } from '../context.ts'
import { dayOf } from '../days.ts'
import { DomainError } from '../errors.ts'
import { countRequest, documentsOfRequest } from '../request-limit.ts'
import type { LandlordInvoice, LandlordProperty, LandlordRequest } from './ports.ts'
import { type LandlordReason, whyRejected } from './why-rejected.ts'

interface ShownRequest extends Omit<LandlordRequest, 'rejectedFor'> {
  /** Null where it was not rejected, or for what we have to mend. */
  rejection: LandlordReason | null
}

export interface Home {
  properties: (Omit<LandlordProperty, 'requests'> & { requests: ShownRequest[] })[]
  invoices: LandlordInvoice[]
}

/** Only who is a landlord now has pages of their own. */
function checkLandlord({ role }: Actor): void {
  if (role === 'landlord') return
  throw new DomainError('forbidden', 'Only landlords have pages of their own.', {
    nextAction: 'Sign in as a landlord, or use the pages of staff.',
  })
}

type Deps = Needs<'landlords' | 'requestTally' | 'rules'>

/** Throws `rate-limited`. */
const countDocuments = (deps: Deps, actor: Actor, documents: number): void =>
  countRequest(deps, actor, 'GET', Math.floor(documents / documentsOfRequest))

/** A landlord's own properties, with channels, requests and stays that have not ended, and their invoices. */
export async function myHome(deps: Deps, actor: Actor): Promise<Home> {
  checkLandlord(actor)
  const { clock, landlords } = deps
  const [properties, invoices] = await Promise.all([
    landlords.properties(actor.uid, dayOf(clock.now())),
    landlords.invoices(actor.uid),
  ])
  const documents = properties.map(
    ({ channels, requests, stays }) => 1 + channels.length + requests.length + stays.length,
  )
  countDocuments(
    deps,
    actor,
    documents.reduce((sum, one) => sum + one, invoices.length),
  )
  return {
    properties: properties.map(property => ({ ...property, requests: property.requests.map(shown) })),
    invoices,
  }
}

const shown = ({ rejectedFor, ...request }: LandlordRequest): ShownRequest => ({
  ...request,
  rejection: request.status === 'rejected' ? whyRejected(rejectedFor, request) : null,
})

/** A thread in a list: who it is with, and what was said last. */
export interface MyThread
  extends Pick<ThreadView, 'threadId' | 'source' | 'propertyId' | 'lastMessage' | 'updatedAt' | 'unread'> {
  guestName: string | null
}

/** The threads that they take part in as members, the newest first; what only staff see is left out. */
export async function myThreads(deps: Deps, actor: Actor): Promise<MyThread[]> {
  checkLandlord(actor)
  const found = await deps.landlords.threads(actor.uid)
  countDocuments(deps, actor, found.length)
  return found
    .filter(({ thread }) => hasMembership(actor, thread))
    .map(({ threadId, thread }) => {
      const { source, propertyId, lastMessage, updatedAt, unread } = threadView(actor, threadId, thread)
      return {
        ...{ threadId, source, propertyId, lastMessage, updatedAt, unread },
        guestName: thread.guestName ?? null,
      }
    })
    .toSorted((one, other) => (other.updatedAt?.getTime() ?? 0) - (one.updatedAt?.getTime() ?? 0))
}
