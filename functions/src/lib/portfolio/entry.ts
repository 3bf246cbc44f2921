import * as z from 'zod'
import { verdictResults } from '../connection/channels/property-channel.ts'

/** How a property stands with an OTA. */
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

/** A property and an OTA; without one, a property of which nobody has asked for any. */
const row = z.object({
  ota: z.string().nullable(),
  hotelId: z.string().nullable(),
  channelId: z.string().nullable(),
  /** The newest request for the OTA. */
  requestId: z.string().nullable(),
  state: z.enum(rowStates),
  /** The OTA's last response; its time is at most a day behind. */
  verdict: z.object({ result: z.enum(verdictResults), at: z.date() }).nullable(),
  openItems: z.number(),
  /** Lines of the mapping. */
  needsReview: z.number(),
})
export type PortfolioRow = z.infer<typeof row>

/** `portfolio/{propertyId}`: what is shown and searched of a property, put together from what is stored of it. */
export const storedEntry = z.object({
  propertyName: z.string(),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  rows: z.array(row),
  /** Those whose search keys were written with it. */
  requestIds: z.array(z.string()),
  /** The versions of the documents of which it is put together. */
  seen: z.array(z.string()).default([]),
  sort: z.string(),
  keys: z.array(z.string()),
})
export type PortfolioEntry = z.infer<typeof storedEntry>

/** `requestKeys/{requestId}`: by what a request is found. */
export const storedRequestKeys = z.object({
  propertyId: z.string(),
  /** The beginning of time for a request without one. */
  createdAt: z.date(),
  keys: z.array(z.string()),
})
export type RequestKeys = z.infer<typeof storedRequestKeys>
