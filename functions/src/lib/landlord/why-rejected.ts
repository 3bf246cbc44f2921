import type { Ota } from '../connection/otas/ota.ts'
import { otas } from '../connection/otas.ts'
import type { ErrorCode } from '../errors.ts'
import type { LandlordRequest } from './ports.ts'

/** What a landlord is told of a rejection, and what they can do about it. */
export interface LandlordReason {
  detail: string
  nextAction: string
}

interface InExtranet {
  step: keyof Ota['landlordDoes']
  detail(label: string): string
}

/** What they do in the extranet of an OTA, in its words. */
const inExtranet = new Map<string, InExtranet>(
  Object.entries({
    'hotel-id-invalid': { step: 'letIn', detail: label => `${label} does not let us in yet.` },
    'connection-test-failed': { step: 'letIn', detail: label => `${label} does not let us in yet.` },
    'ota-setup-incomplete': { step: 'finish', detail: label => `The set-up at ${label} is not finished.` },
    'hotel-connected-elsewhere': {
      step: 'endOther',
      detail: label => `At ${label} the property is already connected another way.`,
    },
  } satisfies Partial<Record<ErrorCode, InExtranet>>),
)

/** What they send us, whatever the OTA. */
const elsewhere = new Map<string, LandlordReason>(
  Object.entries({
    'property-incomplete': {
      detail: 'Its rooms or prices are missing.',
      nextAction: 'Send us your rooms and prices, and we go on.',
    },
    'payment-failed': {
      detail: 'The payment for the connection did not go through.',
      nextAction: 'Write to us how you want to pay, and we go on.',
    },
  } satisfies Partial<Record<ErrorCode, LandlordReason>>),
)

/**
 * Why a request was rejected, in words of its own for each code: what staff are told quotes vendors and names properties
 * of others. Null for what is ours to mend.
 */
export function whyRejected(
  code: string | null,
  { ota, isLeftToUs }: Pick<LandlordRequest, 'ota' | 'isLeftToUs'>,
): LandlordReason | null {
  const row = Object.entries(otas).find(([name]) => name === ota)?.[1]
  const reason = inExtranet.get(code ?? '')
  if (!reason || !row) return elsewhere.get(code ?? '') ?? null
  const todo = row.landlordDoes[reason.step]
  return isLeftToUs
    ? {
        detail: `It waits for the acceptance of ${row.label}.`,
        nextAction: `If you have not yet: ${todo} It is tried again by itself, and goes live once it is accepted.`,
      }
    : { detail: reason.detail(row.label), nextAction: `${todo} Then ask again.` }
}
