import * as z from 'zod'
import { accounts, properties } from '../../company.ts'
import { textAt } from '../../documents.ts'
import { isDocumentId } from '../../identifiers.ts'
import { byId, type DocumentAt, type Store, type StoredDocument } from '../../store.ts'
import { waitingFor } from '../patience.ts'
import { isPassing } from '../rejections.ts'
import {
  attempts,
  channels,
  isTarget,
  type ListedRequest,
  type StoredRejection,
  targetId,
} from './stored-request.ts'

export const rejection = z
  .object({
    code: z.string(),
    detail: z.string(),
    nextAction: z.string().optional(),
    at: z.date().optional(),
  })
  .meta({ id: 'Rejection', description: 'Why, and what to do now.' })

export const requestShape = z.object({
  id: z.string(),
  propertyId: z.string(),
  propertyName: z.string().nullable().meta({ description: 'Null when there is no such property.' }),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  ota: z.string(),
  status: z.string().meta({ description: '`pending`, `completed` or `rejected`.' }),
  createdAt: z.date().nullable(),
  completedAt: z.date().optional(),
  rejection: rejection.optional(),
  waitingFor: waitingFor.optional(),
  disconnected: z
    .boolean()
    .optional()
    .meta({ description: 'True for a completed one whose channel was disconnected since.' }),
  hotelId: z
    .string()
    .optional()
    .meta({ description: "The OTA's id of the property, once somebody has tried one for this request." }),
})
export type RequestView = z.infer<typeof requestShape>

/** During a wait nobody has to act. */
const shownRejection = ({ rejection, waitingFor }: ListedRequest): StoredRejection | undefined =>
  rejection && waitingFor && isPassing(rejection.code)
    ? { ...rejection, nextAction: 'Nothing: it is tried again by itself.' }
    : rejection

export async function readAround(store: Store, requests: readonly ListedRequest[]) {
  const named = requests.filter(isTarget)
  const of = <T>(place: (request: ListedRequest) => DocumentAt<T>) => [
    ...new Map(named.map(place).map(one => [one.path, one])).values(),
  ]
  const documents = await store.get({
    properties: of(({ propertyId }) => properties.at(propertyId)),
    attempts: of(request => attempts.at(targetId(request))),
    channels: of(request => channels.at(targetId(request))),
  })
  const landlordIds = documents.properties.flatMap(property => textAt(property, 'landlordId') ?? [])
  const landlords = await store.readAll(
    [...new Set(landlordIds)].filter(isDocumentId).map(id => accounts.at(id)),
  )
  const around = {
    properties: byId(documents.properties),
    attempts: byId(documents.attempts),
    channels: byId(documents.channels),
    landlords: byId(landlords),
  }
  return (request: ListedRequest): Around => {
    const property = around.properties.get(request.propertyId)
    const id = targetId(request)
    return {
      property,
      landlord: around.landlords.get(textAt(property, 'landlordId') ?? ''),
      attempt: around.attempts.get(id),
      channel: around.channels.get(id),
    }
  }
}

type Of<Kind> = Kind extends { at(...ids: never): DocumentAt<infer T> }
  ? StoredDocument<T> | undefined
  : never

export interface Around {
  property: Of<typeof properties>
  landlord: Of<typeof accounts>
  attempt: Of<typeof attempts>
  channel: Of<typeof channels>
}

export function viewOf(request: ListedRequest, around: Around): RequestView {
  const { id, propertyId, ota, status, createdAt = null, completedAt, waitingFor } = request
  const { property, landlord } = around
  return {
    id,
    propertyId,
    propertyName: textAt(property, 'name') ?? null,
    landlordId: textAt(property, 'landlordId') ?? null,
    landlordName: textAt(landlord, 'name') ?? null,
    ota,
    status,
    createdAt,
    completedAt,
    rejection: shownRejection(request),
    waitingFor,
    ...(isOver(request, around) && { disconnected: true }),
    hotelId: request.hotelId ?? triedHotel(request, around),
  }
}

/** False while another connection runs. */
const isOver = ({ status }: ListedRequest, { attempt, channel }: Around): boolean =>
  status === 'completed' && channel?.value.status === 'disconnected' && attempt?.value.status !== 'running'

const triedHotel = ({ id }: ListedRequest, { attempt, channel }: Around): string | undefined =>
  [attempt, channel].find(one => one?.value.requestIds.includes(id))?.value.hotelId
