import { otas } from '../connection/otas.ts'
import type { ErrorCode } from '../errors.ts'

/** What a landlord is told of a rejection, and what they can do about it. */
export interface LandlordReason {
  detail: string
  nextAction: string
}

type Reason = (ota: string) => LandlordReason

const notLetIn: Reason = ota => ({
  detail: `${ota} does not let us in yet.`,
  nextAction: `In the extranet of ${ota} open Account, Connectivity Provider, select our channel manager, and write to us which property ID stands there. Then ask again.`,
})

/** Of those codes that a landlord can do something about. The others are for our staff to mend. */
const reasons = new Map<string, Reason>(
  Object.entries({
    'hotel-id-invalid': notLetIn,
    'connection-test-failed': notLetIn,
    'ota-setup-incomplete': ota => ({
      detail: `The set-up at ${ota} is not finished.`,
      nextAction: `In the extranet of ${ota} open Account, Connectivity Provider, select our channel manager if it is not, accept the XML Service Agreement, and have every connection type switched on. Then ask again.`,
    }),
    'hotel-connected-elsewhere': ota => ({
      detail: `At ${ota} the property is already connected another way.`,
      nextAction: `In the extranet of ${ota} open Account, Connectivity Provider, and end the other connection. Then ask again.`,
    }),
    'property-incomplete': () => ({
      detail: 'Its rooms or prices are missing.',
      nextAction: 'Send us your rooms and prices, and we go on.',
    }),
    'payment-failed': () => ({
      detail: 'The payment for the connection did not go through.',
      nextAction: 'Write to us how you want to pay, and we go on.',
    }),
  } satisfies Partial<Record<ErrorCode, Reason>>),
)

/**
 * Why a request was rejected, in words of its own for each code: what staff are told quotes vendors and names properties
 * of others. Null for what is ours to mend.
 */
export function whyRejected(code: string | null, ota: string): LandlordReason | null {
  const label = Object.entries(otas).find(([name]) => name === ota)?.[1].label ?? ota
  return reasons.get(code ?? '')?.(label) ?? null
}
