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

const row = z.object({
  ota: z.string().nullable(),
  hotelId: z.string().nullable(),
  channelId: z.string().nullable(),
  requestId: z.string().nullable(),
  state: z.enum(rowStates),
  /** At most a day behind. */
  verdict: z.object({ result: z.enum(verdictResults), at: z.date() }).nullable(),
  openItems: z.number(),
  needsReview: z.number(),
})
export type PortfolioRow = z.infer<typeof row>

export const storedEntry = z.object({
  propertyName: z.string(),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  rows: z.array(row),
  requestIds: z.array(z.string()),
  seen: z.array(z.string()).default([]),
  sort: z.string(),
  keys: z.array(z.string()),
})
export type PortfolioEntry = z.infer<typeof storedEntry>

export const portfolio = collection('portfolio/{propertyId}', storedEntry).sound
