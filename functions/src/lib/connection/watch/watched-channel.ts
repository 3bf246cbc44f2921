import * as z from 'zod'
import { storedMapping } from '../model.ts'
import { otaNames } from '../otas.ts'
import { storedOffer } from './stored-offer.ts'

/** How the OTA took what it was sent; `unknown-word` when the channel manager says it in a word we do not know. */
export const verdictResults = ['success', 'failure', 'unknown-word'] as const

const storedVerdict = z.object({
  result: z.enum(verdictResults),
  /** The OTA's words, where it gave some. */
  detail: z.string().optional(),
  /** When the OTA first said so. */
  at: z.date(),
})
export type Verdict = z.infer<typeof storedVerdict>

/** A property channel, as far as the watch looks at it. Whatever is not in the contract may be missing. */
export const storedWatchedChannel = z.looseObject({
  propertyId: z.string(),
  ota: z.enum(otaNames),
  status: z.string(),
  hotelId: z.string(),
  channelManagerChannelId: z.string(),
  mapping: storedMapping.optional().catch(undefined),
  offer: storedOffer.optional().catch(undefined),
  verdict: storedVerdict.optional().catch(undefined),
  version: z.number().optional().catch(undefined),
  attemptId: z.string().optional().catch(undefined),
  createdAt: z.date().optional().catch(undefined),
  /** A new mapping on its way to the channel manager. */
  pendingMapping: z.unknown().optional(),
})
export type WatchedChannel = z.infer<typeof storedWatchedChannel>

/** Whether it is there to be watched: one that is being disconnected or mapped differs for a while. */
export const isWatched = ({ status, pendingMapping }: WatchedChannel): boolean =>
  status === 'active' && (pendingMapping === undefined || pendingMapping === null)

/** Whether nothing has happened to a channel that makes what was seen of it worthless. */
export const isStillThat = (seen: WatchedChannel, now: WatchedChannel): boolean =>
  isWatched(now) &&
  seen.attemptId === now.attemptId &&
  seen.hotelId === now.hotelId &&
  seen.channelManagerChannelId === now.channelManagerChannelId &&
  seen.version === now.version &&
  seen.createdAt?.getTime() === now.createdAt?.getTime()
