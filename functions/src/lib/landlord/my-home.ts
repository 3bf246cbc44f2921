import * as z from 'zod'
import type { Actor } from '../actor.ts'
import { hasMembership } from '../chat/membership.ts'
import { type ThreadView, threadView } from '../chat/reading/thread-view.ts'
import type { Needs } from '../context.ts'
import { dayOf } from '../days.ts'
import { DomainError } from '../errors.ts'
import { countRequest, documentsOfRequest } from '../request-limit.ts'
import { invoicesOf, type LandlordProperty, propertiesOf, threadsOf } from './own-documents.ts'
import { whyRejected } from './why-rejected.ts'

const day = z.string().meta({ description: 'YYYY-MM-DD.' })

export const landlordHome = z
  .object({
    properties: z.array(
      z.object({
        propertyId: z.string(),
        name: z.string(),
        channels: z.array(
          z.object({ channelId: z.string(), ota: z.string(), status: z.string(), hotelId: z.string() }),
        ),
        requests: z.array(
          z.object({
            requestId: z.string(),
            ota: z.string(),
            status: z.string().meta({ description: '`pending`, `completed` or `rejected`.' }),
            createdAt: z.date().nullable(),
            isLeftToUs: z.boolean().meta({
              description: "It waits for the OTA's acceptance, and is tried again by itself.",
            }),
            rejection: z
              .object({ detail: z.string(), nextAction: z.string() })
              .nullable()
              .meta({ description: 'The next step for the landlord; null if the step is ours.' }),
          }),
        ),
        stays: z
          .array(
            z.object({
              reservationId: z.string(),
              arrival: day,
              departure: day,
              status: z.string().nullable(),
              ota: z.string().nullable(),
            }),
          )
          .meta({ description: 'Stays that have not ended, 30 at most.' }),
      }),
    ),
    invoices: z.array(
      z.object({
        invoiceId: z.string(),
        amount: z.number().meta({ description: 'Minor units.' }),
        currency: z.string(),
        status: z.string(),
      }),
    ),
    otas: z.array(z.string()).meta({ description: 'OTAs for which the landlord can request a connection.' }),
  })
  .meta({ id: 'LandlordHome' })

export const landlordThreads = z
  .object({
    threads: z.array(
      z.object({
        threadId: z.string(),
        source: z.string(),
        propertyId: z.string().nullable(),
        guestName: z.string().nullable(),
        lastMessage: z
          .object({
            body: z.string().nullish(),
            authorId: z.string().nullish(),
            createdAt: z.date().nullish(),
          })
          .loose()
          .nullable(),
        updatedAt: z.date().nullable(),
        unread: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'LandlordThreads' })

type LandlordRequest = LandlordProperty['requests'][number]

type Home = Omit<z.infer<typeof landlordHome>, 'otas'>

function checkLandlord({ role }: Actor): void {
  if (role === 'landlord') return
  throw new DomainError('forbidden', 'Only landlords have pages of their own.', {
    nextAction: 'Sign in as a landlord, or use the pages of staff.',
  })
}

type Deps = Needs<'requestTally' | 'rules' | 'store'>

const countDocuments = (deps: Deps, actor: Actor, documents: number): void =>
  countRequest(deps, actor, 'GET', Math.floor(documents / documentsOfRequest))

export async function myHome(deps: Deps, actor: Actor): Promise<Home> {
  checkLandlord(actor)
  const { clock, store } = deps
  const [properties, invoices] = await Promise.all([
    propertiesOf(store, actor.uid, dayOf(clock.now())),
    invoicesOf(store, actor.uid),
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

const shown = ({ rejectedFor, ...request }: LandlordRequest) => ({
  ...request,
  rejection: request.status === 'rejected' ? whyRejected(rejectedFor, request) : null,
})

export interface MyThread
  extends Pick<ThreadView, 'threadId' | 'source' | 'propertyId' | 'lastMessage' | 'updatedAt' | 'unread'> {
  guestName: string | null
}

/** Without notes. */
export async function myThreads(deps: Deps, actor: Actor): Promise<MyThread[]> {
  checkLandlord(actor)
  const threads = await threadsOf(deps.store, actor.uid)
  countDocuments(deps, actor, threads.length)
  return threads
    .filter(({ value }) => hasMembership(actor, value))
    .map(({ id: threadId, value: thread }) => {
      const { source, propertyId, lastMessage, updatedAt, unread } = threadView(actor, threadId, thread)
      return {
        threadId,
        source,
        propertyId,
        lastMessage,
        updatedAt,
        unread,
        guestName: thread.guestName ?? null,
      }
    })
    .toSorted((one, other) => (other.updatedAt?.getTime() ?? 0) - (one.updatedAt?.getTime() ?? 0))
}
