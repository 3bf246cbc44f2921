import * as z from 'zod'
import { textAt } from '../../documents.ts'
import { plainFields } from '../../shapes.ts'
import type { Store } from '../../store.ts'
import { undoOf } from '../job/undo-state.ts'
import { priceShape, storedAccount } from '../model.ts'
import { priceOf } from '../price.ts'
import { refusals } from '../refusals.ts'
import { type Around, readAround, rejection, requestShape, viewOf } from './request-view.ts'
import { type Progress, requests } from './stored-request.ts'

const stepOfAttempt = z.object({
  name: z.string(),
  status: z.string().meta({ description: '`started`, `done` or `failed`.' }),
  at: z.date(),
  result: plainFields.optional(),
  undo: z.enum(['pending', 'done']).optional().meta({
    description: 'The step is undone, since the attempt failed; `pending`: not yet.',
  }),
})

const shownAttempt = z
  .object({
    status: z.string().nullable().meta({ description: '`running`, `completed` or `rejected`.' }),
    hotelId: z.string().nullable(),
    startedAt: z.date().nullable(),
    endedAt: z.date().optional(),
    currentStep: z.string().optional(),
    steps: z.array(stepOfAttempt).meta({ description: 'In the order in which they were last written.' }),
    rejection: rejection.optional(),
  })
  .meta({ id: 'ConnectionAttempt' })
type AttemptView = z.infer<typeof shownAttempt>

export const requestDetails = z
  .object({
    ...requestShape.shape,
    property: z.object({
      id: z.string(),
      name: z.string().nullable(),
      channelManagerConnected: z.boolean(),
      listingUrls: z.array(z.string()).optional(),
    }),
    attempt: shownAttempt.nullable().meta({
      description:
        "The newest attempt for the property and OTA, which need not be this request's; null before the first.",
    }),
    channel: z
      .object({
        id: z.string(),
        status: z.string(),
        hotelId: z.string().optional().meta({ description: "The OTA's id of the property." }),
        disconnectedAt: z.date().optional(),
      })
      .nullable(),
    price: priceShape.nullable().meta({
      description:
        "What the landlord pays for the connection service, amount in minor units; null where their terms can't be read.",
    }),
  })
  .meta({ id: 'PropertyRequestDetails' })
export type RequestDetails = z.infer<typeof requestDetails>

/** Throws `not-found`. */
export async function readRequest({ store }: { store: Store }, id: string): Promise<RequestDetails> {
  const document = await store.read(requests.at(id))
  if (!document) throw refusals.requestNotFound()
  const request = { ...document.value, id }
  const around = (await readAround(store, [request]))(request)
  const { property, attempt } = around
  const view = viewOf(request, around)
  const account = storedAccount.safeParse(around.landlord?.value).data
  const listingUrls = z.array(z.string()).safeParse(property?.value.listingUrls).data
  return {
    ...view,
    property: {
      id: view.propertyId,
      name: view.propertyName,
      channelManagerConnected: textAt(property, 'channelManagerId') !== undefined,
      ...(listingUrls && { listingUrls }),
    },
    attempt: attempt && attempt.value.status !== 'waiting' ? attemptView(attempt.value) : null,
    channel: channelBeside(around),
    price: account ? priceOf(account) : null,
  }
}

function channelBeside({ channel }: Around): RequestDetails['channel'] {
  if (!channel) return null
  const { status, hotelId, disconnectedAt } = channel.value
  return { id: channel.id, status, hotelId, disconnectedAt }
}

const attemptView = (progress: Progress): AttemptView => ({
  status: progress.status ?? null,
  hotelId: progress.hotelId ?? null,
  startedAt: progress.startedAt ?? null,
  endedAt: progress.endedAt,
  currentStep: progress.status === 'running' ? progress.currentStep : undefined,
  steps: Object.entries(progress.steps)
    .map(([name, { status, at, result }]) => ({
      name,
      status,
      at,
      result,
      undo: status === 'done' ? undoOf(name, progress) : undefined,
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  rejection: progress.status === 'running' ? undefined : (progress.rejection ?? progress.failure),
})
