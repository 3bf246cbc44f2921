import * as z from 'zod'
import { storedMapping } from '../lib/connection/model.ts'
import { type OtaName, otaNames } from '../lib/connection/otas.ts'
import { waitingFor } from '../lib/connection/patience.ts'
import { DomainError } from '../lib/errors.ts'
import { clientId, documentId } from '../lib/identifiers.ts'
import { conflict } from '../lib/reservations/pull.ts'
import { reason } from '../lib/shapes.ts'

export const documentPath = z.object({ id: documentId })

/** A channel's id, which contains its property's, may exceed `clientId`. */
export const channelPath = z.object({ id: clientId, channelId: documentId })

export function otaNamed(ota: string): OtaName {
  const name = otaNames.find(one => one === ota)
  if (name) return name
  throw new DomainError('not-found', 'Properties cannot be connected to this OTA.', {
    nextAction: `Use one of these: ${otaNames.join(', ')}.`,
  })
}

export const otaPath = z.object({
  ota: z
    .string()
    .meta({ enum: [...otaNames] })
    .transform(otaNamed),
})

export const channelRefOf = ({ id: propertyId, channelId }: z.output<typeof channelPath>) => ({
  propertyId,
  channelId,
})

export const messagesApplication = z
  .object({
    installed: z.boolean(),
    price: z.number().nullable().meta({ description: 'A month, in minor units; null where none is told.' }),
    currency: z.string().nullable(),
  })
  .meta({ id: 'MessagesApplication' })

export const disconnectEffects = z
  .array(z.string())
  .meta({ description: 'What disconnecting would do, a sentence each.' })

export const mappingSummary = z
  .object({
    mapped: z
      .number()
      .meta({ description: 'Pairs of room and rate that have a rate plan; several occupancies count once.' }),
    total: z.number().meta({ description: 'Pairs that can be mapped: neither read-only nor derived.' }),
    needsReview: z.number().meta({ description: 'Pairs to look at.' }),
  })
  .meta({ id: 'MappingSummary' })

export const summarizedMapping = storedMapping
  .extend({ summary: mappingSummary })
  .meta({ id: 'Mapping', description: 'What the OTA offers, each row with what of ours sells it, and why.' })

export const ours = {
  rooms: z.array(z.object({ id: z.string(), name: z.string(), capacity: z.number().nullable() })),
  ratePlans: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      roomId: z.string(),
      occupancy: z.number(),
      canBeMapped: z.boolean(),
    }),
  ),
}

export const rejection = z
  .object({
    code: z.string(),
    detail: z.string(),
    nextAction: z.string().optional(),
    at: z.date().optional(),
  })
  .meta({ id: 'Rejection', description: 'Why, and what to do now.' })

export const requestFields = {
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
}

export const sought = z.string().trim().min(1).max(200).meta({
  description:
    "Beginnings of words of a property's or landlord's name or id, or of the OTA's id of the property, all of them.",
})

export const loaded = {
  imported: z.number().meta({ description: 'Reservations stored anew.' }),
  updated: z.number().meta({ description: 'Reservations changed or cancelled.' }),
  unmapped: z.number().meta({ description: 'Reservations without a room of ours.' }),
  conflicts: z.array(conflict),
}

export const loadProgress = z
  .object({
    status: z.enum(['idle', 'running', 'failed']),
    ...loaded,
    startedAt: z.date().nullable().meta({ description: 'Null before the first time.' }),
    endedAt: z.date().nullable(),
    error: reason.optional(),
  })
  .meta({ id: 'LoadProgress', description: 'How loading the reservations of a property goes.' })
