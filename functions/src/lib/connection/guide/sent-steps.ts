import * as z from 'zod'
import type { CommitExtras } from '../../commit-extras.ts'
import { dayMs } from '../../days.ts'
import type { Commit } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { guideLanguages } from './languages.ts'

const sentStep = z.object({
  step: z.string(),
  at: z.date(),
  /** Who pressed. */
  by: z.string(),
  language: z.enum(guideLanguages),
  emailId: z.string(),
})
/** That a step of the guide was sent to the landlord. */
export type SentStep = z.infer<typeof sentStep>

/** A connection request, as far as its guide is concerned. */
export const storedGuidedRequest = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  /** Oldest first. */
  sentSteps: z.array(sentStep).catch([]),
})
export type GuidedRequest = z.infer<typeof storedGuidedRequest>

export interface GuidedRequests {
  /** Undefined for one that is missing or invalid. */
  guided(requestId: string): Promise<Versioned<GuidedRequest> | undefined>
  /** Stores what was sent in place of what is stored. */
  changeSentSteps(
    requestId: string,
    sent: readonly SentStep[],
    previous: Revision,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
}

/** E-mails about one request within a day. */
const mostADay = 10

/** When a step was last sent. Pure. */
export const lastSent = (sent: readonly SentStep[], step: string): SentStep | undefined =>
  sent.findLast(one => one.step === step)

/** Whether nothing is sent, since the step was within a day, later than the caller knows. Pure. */
export const isSentAlready = (last: SentStep, seenAt: Date | undefined, now: Date): boolean =>
  seenAt === undefined ? now.getTime() - last.at.getTime() < dayMs : last.at > seenAt

/** What is kept, with the newest: the last of each step, and all of a day. Pure. */
export function withSent(sent: readonly SentStep[], next: SentStep): SentStep[] {
  const all = [...sent, next]
  return all.filter(one => one === lastSent(all, one.step) || isWithinDay(one, next.at))
}

const isWithinDay = ({ at }: SentStep, now: Date): boolean => now.getTime() - at.getTime() < dayMs

/** Throws `rate-limited` where a day's e-mails about the request have been sent. Pure. */
export function checkDay(sent: readonly SentStep[], now: Date): void {
  const recent = sent.filter(one => isWithinDay(one, now))
  const [oldest] = recent.slice(-mostADay)
  if (recent.length < mostADay || !oldest) return
  throw new DomainError('rate-limited', `${mostADay} e-mails about this request were sent within a day.`, {
    nextAction: 'Call the landlord, or send it tomorrow.',
    retryAfterSeconds: Math.ceil((oldest.at.getTime() + dayMs - now.getTime()) / 1000),
  })
}
