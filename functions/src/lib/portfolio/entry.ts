import * as z from 'zod'
import { verdictResults } from '../connection/channels/property-channel.ts'
import { collection } from '../store.ts'

export const rowStates = [
  'connected',
  'inactive',
  'disconnecting',
  'waiting',
  'requested',
  'rejected',
  'disconnected',
  'none',
] as const
export type RowState = (typeof rowStates)[number]

export const storedRow = z.object({
  ota: z.string().nullable().meta({ description: 'Null: nobody has asked for any.' }),
  hotelId: z.string().nullable().meta({ description: "The OTA's id of the property." }),
  channelId: z.string().nullable(),
  requestId: z.string().nullable().meta({ description: 'The newest request for the OTA.' }),
  state: z.enum(rowStates),
  /** At most a day behind. */
  verdict: z
    .object({
      result: z.enum(verdictResults),
      at: z.date().meta({ description: 'Since when the OTA says so.' }),
    })
    .nullable()
    .meta({ description: "The OTA's last response to our updates." }),
  openItems: z.number().meta({ description: 'Of the channel, and of the property as a whole.' }),
  needsReview: z.number().meta({ description: 'Lines of the mapping to look at.' }),
})
export type PortfolioRow = z.infer<typeof storedRow>

export const storedEntry = z.object({
  propertyName: z.string(),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  rows: z.array(storedRow),
  requestIds: z.array(z.string()),
  seen: z.array(z.string()).default([]),
  sort: z.string(),
  keys: z.array(z.string()),
})
export type PortfolioEntry = z.infer<typeof storedEntry>

export const portfolio = collection('portfolio/{propertyId}', storedEntry).sound
