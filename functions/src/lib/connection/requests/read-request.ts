import * as z from 'zod'
import { textAt } from '../../documents.ts'
import type { StepResult } from '../../pipeline.ts'
import type { Store } from '../../store.ts'
import { undoOf } from '../job/undone.ts'
import { type Price, storedAccount } from '../model.ts'
import { priceOf } from '../price.ts'
import { refusals } from '../refusals.ts'
import { type Around, type RequestView, readAround, viewOf } from './request-view.ts'
import { type Progress, requests, type StoredRejection } from './stored-request.ts'

interface StepView {
  name: string
  status: string
  at: Date
  result?: StepResult | undefined
  undo?: 'pending' | 'done' | undefined
}

interface AttemptView {
  status: string | null
  hotelId: string | null
  startedAt: Date | null
  endedAt?: Date | undefined
  currentStep?: string | undefined
  /** In the order of their last write. */
  steps: StepView[]
  rejection?: StoredRejection | undefined
}

export interface RequestDetails extends RequestView {
  property: {
    id: string
    name: string | null
    channelManagerConnected: boolean
    listingUrls?: string[] | undefined
  }
  /** Not necessarily of this request. */
  attempt: AttemptView | null
  channel: {
    id: string
    status: string
    hotelId?: string | undefined
    disconnectedAt?: Date | undefined
  } | null
  /** Null if unreadable. */
  price: Price | null
}

/** Throws `not-found`. */
export async function readRequest(
  { store }: { store: Pick<Store, 'get' | 'read' | 'readAll'> },
  id: string,
): Promise<RequestDetails> {
  const found = await store.read(requests.at(id))
  if (!found) throw refusals.requestNotFound()
  const request = { ...found.value, id }
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
