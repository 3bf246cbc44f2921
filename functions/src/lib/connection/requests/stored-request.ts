import * as z from 'zod'
import { properties } from '../../company.ts'
import { isDocumentId } from '../../identifiers.ts'
import { stepStatuses } from '../../pipeline.ts'
import { optional, plainFields } from '../../shapes.ts'
import { collection, type Store, type StoredDocument } from '../../store.ts'
import { storedRequest } from '../model.ts'
import { waitingFor } from '../patience.ts'
import { jobState } from '../steps/order.ts'

/** `ota`: possibly of an older release. */
export interface RequestTarget {
  propertyId: string
  ota: string
}

export const targetId = ({ propertyId, ota }: RequestTarget): string => `${propertyId}_${ota}`

export const isTarget = (about: RequestTarget): boolean =>
  isDocumentId(about.propertyId) && isDocumentId(targetId(about))

const rejection = z.object({
  code: z.string(),
  detail: z.string(),
  nextAction: optional(z.string()),
  at: optional(z.date()),
})

/** Accepts an unknown status. */
export const storedListedRequest = storedRequest.extend({
  status: z.string(),
  createdAt: optional(z.date()),
  completedAt: optional(z.date()),
  rejection: optional(rejection),
  hotelId: optional(z.string()),
  listingUrl: optional(z.string()),
  waitingFor: optional(waitingFor),
})

export type ListedRequest = z.output<typeof storedListedRequest> & { id: string }

export const requests = collection('connectionRequests/{requestId}', storedListedRequest).sound

const standing = collection(
  'connectionRequests/{requestId}',
  z.looseObject({
    status: z.string().catch(''),
    waitingFor: optional(waitingFor),
    /** Of the guide. */
    sentSteps: z.array(z.unknown()).catch([]),
  }),
)
type Standing = ReturnType<typeof standing.at> extends { parse(...given: never): infer T } ? T : never

export interface StandingRequests {
  property: StoredDocument | undefined
  requests: StoredDocument<NonNullable<Standing>>[]
  isConnected: boolean
  isConnecting: boolean
  job: StoredDocument<Progress> | undefined
}

/** Without missing and invalid fields. */
const storedProgress = z.looseObject({
  status: optional(z.string()),
  hotelId: optional(z.string()),
  requestIds: z.array(z.string()).catch([]),
  startedAt: optional(z.date()),
  endedAt: optional(z.date()),
  currentStep: optional(z.string()),
  undo: optional(z.string()),
  wait: optional(z.looseObject({ requestId: z.string() })),
  state: jobState.catch({}),
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
export type StoredRejection = z.infer<typeof rejection>

export const attempts = collection('connectionAttempts/{channelId}', storedProgress).sound

const storedBeside = z.looseObject({
  status: z.string().catch('unknown'),
  hotelId: optional(z.string()),
  requestIds: z.array(z.string()).catch([]),
  disconnectedAt: optional(z.date()),
})
export const channels = collection('propertyChannels/{channelId}', storedBeside).sound

export async function standingRequests(store: Store, about: RequestTarget): Promise<StandingRequests> {
  if (!isTarget(about))
    return { property: undefined, requests: [], isConnected: false, isConnecting: false, job: undefined }
  const { propertyId, ota } = about
  const [{ property, attempt, channel }, guideRequests] = await Promise.all([
    store.get({
      property: properties.at(propertyId),
      attempt: attempts.at(targetId(about)),
      channel: channels.at(targetId(about)),
    }),
    store.find(standing.where('propertyId', '==', propertyId).where('ota', '==', ota)),
  ])
  return {
    property,
    requests: guideRequests,
    isConnected: channel?.value.status === 'active',
    isConnecting: attempt?.value.status === 'running',
    job: attempt,
  }
}
