import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type Page, pageBehind } from '../../cursor.ts'
import { type StepResult, stepStatuses } from '../../pipeline.ts'
import type { Seal } from '../../seal.ts'
import { optional, plainFields } from '../../shapes.ts'
import { attemptState } from '../attempt/facts.ts'
import { undoOf } from '../attempt/undone.ts'
import type { Price } from '../model.ts'
import { storedRequest } from '../model.ts'
import { isPassing } from '../rejections.ts'
import { requestNotFound, type WaitingFor, waitingFor } from './waiting.ts'

/** Connection requests, newest first. Throws `validation-failed` for a cursor that is none. */
export async function listRequests(
  deps: { connections: RequestList; cursors: Seal },
  actor: Actor,
  { cursor, ...filter }: RequestFilter & { cursor?: string | undefined },
): Promise<{ requests: RequestView[]; nextCursor: string | null }> {
  const reading = { actor, list: 'requests', filter, cursor }
  const { items, nextCursor } = await pageBehind(deps, reading, place => deps.connections.page(filter, place))
  return { requests: items, nextCursor }
}

/** One of them, with what became of it so far. Throws `not-found`. */
export async function readRequest(
  { connections }: { connections: RequestList },
  id: string,
): Promise<RequestDetails> {
  const found = await connections.details(id)
  if (found) return found
  throw requestNotFound()
}

const rejection = z.object({
  code: z.string(),
  detail: z.string(),
  nextAction: optional(z.string()),
  at: optional(z.date()),
})

/** A connection request as a list shows it, be it in a status that nobody knows. */
export const storedListedRequest = storedRequest.extend({
  status: z.string(),
  createdAt: optional(z.date()),
  completedAt: optional(z.date()),
  rejection: optional(rejection),
  hotelId: optional(z.string()),
  waitingFor: optional(waitingFor),
})

export type ListedRequest = z.output<typeof storedListedRequest> & { id: string }

/** As it is shown: what passes leaves nothing to do while the request is tried again by itself. Pure. */
export const shownRejection = ({
  rejection,
  waitingFor,
}: Pick<ListedRequest, 'rejection' | 'waitingFor'>): Rejection | undefined =>
  rejection && waitingFor && isPassing(rejection.code)
    ? { ...rejection, nextAction: 'Nothing: it is tried again by itself.' }
    : rejection

/** What is read beside a request; whatever of it is missing or odd is left out. */
export const storedProgress = z.looseObject({
  status: optional(z.string()),
  hotelId: optional(z.string()),
  requestIds: z.array(z.string()).catch([]),
  startedAt: optional(z.date()),
  endedAt: optional(z.date()),
  currentStep: optional(z.string()),
  undo: optional(z.string()),
  state: attemptState.catch({}),
  steps: z
    .record(
      z.string(),
      z.looseObject({
        status: z.enum(stepStatuses),
        at: z.date(),
        result: optional(plainFields),
      }),
    )
    .catch({}),
  rejection: optional(rejection),
  failure: optional(rejection),
})
export type Progress = z.infer<typeof storedProgress>

type Rejection = z.infer<typeof rejection>

export interface RequestView {
  id: string
  propertyId: string
  /** Null when there is no such property; likewise the landlord's. */
  propertyName: string | null
  landlordId: string | null
  landlordName: string | null
  ota: string
  status: string
  createdAt: Date | null
  completedAt?: Date | undefined
  rejection?: Rejection | undefined
  /** The OTA's id of the property, once somebody has tried one for this request. */
  hotelId?: string | undefined
  /** It is tried again by itself, until then. */
  waitingFor?: WaitingFor | undefined
  /** It is completed, and its channel was disconnected since. */
  disconnected?: boolean | undefined
}

interface StepView {
  name: string
  status: string
  at: Date
  result?: StepResult | undefined
  /** What it did is taken back, or is about to be. */
  undo?: 'pending' | 'done' | undefined
}

export interface AttemptView {
  status: string | null
  hotelId: string | null
  startedAt: Date | null
  endedAt?: Date | undefined
  currentStep?: string | undefined
  /** In the order in which they were last written. */
  steps: StepView[]
  rejection?: Rejection | undefined
}

export interface RequestDetails extends RequestView {
  property: {
    id: string
    name: string | null
    channelManagerConnected: boolean
    listingUrls?: string[] | undefined
  }
  /** The newest attempt for the property and OTA, which need not be this request's. Null before the first. */
  attempt: AttemptView | null
  channel: {
    id: string
    status: string
    hotelId?: string | undefined
    disconnectedAt?: Date | undefined
  } | null
  /** The landlord's terms; null where none can be read. */
  price: Price | null
}

/** The channel beside a request; whatever of it is missing or odd is left out. */
export const storedBeside = z.looseObject({
  status: z.string().catch('unknown'),
  hotelId: optional(z.string()),
  disconnectedAt: optional(z.date()),
})

/** How far an attempt has come, for a page that follows it. Pure. */
export const attemptView = (progress: Progress): AttemptView => ({
  status: progress.status ?? null,
  hotelId: progress.hotelId ?? null,
  startedAt: progress.startedAt ?? null,
  endedAt: progress.endedAt,
  currentStep: progress.status === 'running' ? progress.currentStep : undefined,
  steps: Object.entries(progress.steps)
    .map(([name, { status, at, result }]) => ({
      ...{ name, status, at, result },
      undo: status === 'done' ? undoOf(name, progress) : undefined,
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  rejection: progress.status === 'running' ? undefined : (progress.rejection ?? progress.failure),
})

export interface RequestFilter {
  /** Words of the names and ids of property and landlord, or of the hotel's id. */
  q?: string | undefined
  status?: string | undefined
  propertyId?: string | undefined
  ota?: string | undefined
}

/** `connectionRequests`, with the names of what they are about. */
export interface RequestList {
  /** Newest first; undefined for a cursor that names no request. */
  page(filter: RequestFilter, cursor: string | undefined): Promise<Page<RequestView> | undefined>
  details(id: string): Promise<RequestDetails | undefined>
}
