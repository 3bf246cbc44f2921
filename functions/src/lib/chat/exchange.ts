import * as z from 'zod'
import { optional } from '../shapes.ts'

/** An answer elsewhere is no answer at the OTA. */
const otaAsk = z.object({ provider: z.string(), conversationId: z.string(), at: z.date() })

/** Tells the OTA that a message needs no reply. */
const noReply = z.object({
  conversationId: z.string(),
  askedAt: z.date(),
  dueAt: z.date(),
  /** `overtaken`: a later message exists. */
  ended: z.object({ at: z.date(), how: z.enum(['went', 'late', 'refused', 'overtaken']) }).optional(),
})
export type NoReply = z.infer<typeof noReply>

export const answer = z.object({
  messageId: z.string(),
  by: z.string(),
  at: z.date(),
  /** Not through us. */
  elsewhere: z.literal(true).optional(),
  atOta: z.literal(true).optional(),
  /** Absent without a send, and after the provider's acceptance. */
  send: z.enum(['pending', 'failed']).optional(),
})
export type Answer = z.infer<typeof answer>

export const closings = ['answered-elsewhere', 'no-answer-needed', 'spam', 'other'] as const
export type Closing = (typeof closings)[number]

const exchange = z.looseObject({
  /** The ledger record's id, from thread and first message. */
  id: z.string(),
  /** At the begin of the wait. */
  propertyId: z.string().nullish(),
  teamId: z.string().nullish(),
  /** Of the first message. */
  channel: z.string(),
  /** Of the last message, if different. */
  lastChannel: z.string().optional(),
  /** The first message's OTA. */
  provider: z.string().optional(),
  arrivedAt: z.date(),
  lastAskedAt: z.date(),
  /** An answer is nearly late. */
  nearAt: z.date(),
  dueBy: z.date(),
  /** Oldest first. */
  answers: z.array(answer),
  closed: z.object({ how: z.enum(closings), by: z.string(), at: z.date() }).optional(),
  /** Times of alerts. */
  told: z
    .object({ near: z.date().optional(), missed: z.date().optional(), window: z.date().optional() })
    .optional(),
  otaAsks: optional(z.array(otaAsk)),
  noReply: optional(noReply),
})
/** A guest's messages and their answers; the wait ends at the first accepted one. */
export type Exchange = z.infer<typeof exchange>

/** Oldest first. */
export const storedExchanges = z.array(exchange).default([]).catch([])
