import type { ReportedFate, SuppressionList } from '../../lib/email/ports.ts'

const fates: Readonly<Record<string, ReportedFate>> = {
  processed: 'accepted',
  deferred: 'deferred',
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'dropped',
  spamreport: 'spam-reported',
}

/** SendGrid's reasons for dropping an e-mail to a listed address. */
const lists: readonly (readonly [RegExp, SuppressionList])[] = [
  [/bounced address/i, 'bounces'],
  [/spam reporting address/i, 'spam-reports'],
  [/unsubscribe/i, 'unsubscribes'],
  [/^invalid$|invalid address/i, 'invalid-addresses'],
]

export interface EventMeaning {
  fate: ReportedFate
  suppression?: SuppressionList
}

/** Translates one of SendGrid's events; undefined for irrelevant ones, such as opens. */
export function meaningOf(event: string, reason: string | undefined): EventMeaning | undefined {
  const fate = Object.hasOwn(fates, event) ? fates[event] : undefined
  if (!fate) return undefined
  const suppression = fate === 'dropped' && lists.find(([words]) => words.test(reason ?? ''))?.[1]
  return { fate, ...(suppression && { suppression }) }
}
