import * as z from 'zod'
import { dayMs } from '../../days.ts'
import { DomainError } from '../../errors.ts'
import { collection } from '../../store.ts'
import { guideLanguages } from './languages.ts'

export const guideLanguage = z.enum(guideLanguages)

export const sentStepFields = {
  at: z.date(),
  by: z.string().meta({ description: 'The id of who sent it.' }),
  language: guideLanguage,
}

const sentStep = z.object({
  step: z.string(),
  ...sentStepFields,
  emailId: z.string(),
})
export type SentStep = z.infer<typeof sentStep>

const storedGuidedRequest = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  /** Oldest first. */
  sentSteps: z.array(sentStep).catch([]),
})
export type GuidedRequest = z.infer<typeof storedGuidedRequest>
export const guidedRequests = collection('connectionRequests/{requestId}', storedGuidedRequest).sound

/** Per request. */
const mostADay = 10

export const lastSent = (sent: readonly SentStep[], step: string): SentStep | undefined =>
  sent.findLast(one => one.step === step)

export const isSentAlready = (last: SentStep, lookAt: Date | undefined, now: Date): boolean =>
  lookAt === undefined ? now.getTime() - last.at.getTime() < dayMs : last.at > lookAt

/** The last of each step, and all of a day. */
export function withSent(sent: readonly SentStep[], next: SentStep): SentStep[] {
  const all = [...sent, next]
  return all.filter(one => one === lastSent(all, one.step) || isWithinDay(one, next.at))
}

const isWithinDay = ({ at }: SentStep, now: Date): boolean => now.getTime() - at.getTime() < dayMs

/** Throws `rate-limited`. */
export function checkDay(sent: readonly SentStep[], now: Date): void {
  const recent = sent.filter(one => isWithinDay(one, now))
  const [oldest] = recent.slice(-mostADay)
  if (recent.length < mostADay || !oldest) return
  throw new DomainError('rate-limited', `${mostADay} e-mails about this request were sent within a day.`, {
    nextAction: 'Call the landlord, or send it tomorrow.',
    retryAfterSeconds: Math.ceil((oldest.at.getTime() + dayMs - now.getTime()) / 1000),
  })
}
