import * as z from 'zod'
import { optional } from '../../shapes.ts'

/** A guest's message in an OTA's own inbox. Whoever answers it elsewhere does not answer it there. */
const otaAsk = z.object({ provider: z.string(), conversationId: z.string(), at: z.date() })

/** That the OTA is told that a guest's message there needs no reply. */
const noReply = z.object({
  conversationId: z.string(),
  askedAt: z.date(),
  dueAt: z.date(),
  /** `overtaken`: something was written there since. */
  ended: z.object({ at: z.date(), how: z.enum(['went', 'late', 'refused', 'overtaken']) }).optional(),
})
export type NoReply = z.infer<typeof noReply>

/** Something that answers a guest. */
export const answer = z.object({
  messageId: z.string(),
  by: z.string(),
  at: z.date(),
  /** Not through us. */
  elsewhere: z.literal(true).optional(),
})
export type Answer = z.infer<typeof answer>

export const closings = ['answered-elsewhere', 'no-answer-needed', 'spam', 'other'] as const
export type Closing = (typeof closings)[number]

const exchange = z.looseObject({
  /** That of its record in the ledger: the thread's and its first message's. */
  id: z.string(),
  /** Where it began, whatever becomes of the thread. */
  propertyId: z.string().nullish(),
  teamId: z.string().nullish(),
  /** By which it began. */
  channel: z.string(),
  /** By which the guest wrote last, where that is another one. */
  lastChannel: z.string().optional(),
  /** Of which OTA, where it began at one. */
  provider: z.string().optional(),
  arrivedAt: z.date(),
  lastAskedAt: z.date(),
  /** When an answer is nearly late, and when it is late. */
  nearAt: z.date(),
  dueBy: z.date(),
  /** Those whose send has not failed, in the order in which they came. */
  answers: z.array(answer),
  /** Ended without an answer of ours. */
  closed: z.object({ how: z.enum(closings), by: z.string(), at: z.date() }).optional(),
  /** What people were told of it, and when. */
  told: z
    .object({
      ...{ near: z.date().optional(), missed: z.date().optional(), window: z.date().optional() },
      /** That it has ended, after it was nearly late. */
      over: z.date().optional(),
      /** The exchange whose items tell of it, where that is another one. */
      as: z.string().optional(),
    })
    .optional(),
  otaAsks: optional(z.array(otaAsk)),
  /** Answers in the OTA's inbox, whatever had ended the wait before. */
  otaAnswers: z
    .array(z.object({ messageId: z.string(), at: z.date() }))
    .optional()
    .catch(undefined),
  noReply: optional(noReply),
})
/** A stretch in which a guest waits: from their first message to our first answer. */
export type Exchange = z.infer<typeof exchange>

/** The last ones of a thread, oldest first; what is older has surely been answered. */
export const storedExchanges = z.array(exchange).default([]).catch([])
