import type { Ota } from '../connection/otas/ota.ts'
import { otas } from '../connection/otas.ts'
import type { ErrorCode } from '../errors.ts'

export interface LandlordReason {
  detail: string
  nextAction: string
}

interface InExtranet {
  step: keyof Ota['landlordDoes']
  detail(label: string): string
}

/** The extranet uses these words. */
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

/** Staff's texts quote vendors and name others' properties. Null for a reason that is ours to mend. */
export function whyRejected(
  code: string | null,
  { ota, isLeftToUs }: { ota: string; isLeftToUs: boolean },
): LandlordReason | null {
  const row = Object.entries(otas).find(([name]) => name === ota)?.[1]
  const reason = inExtranet.get(code ?? '')
  if (!reason || !row) return elsewhere.get(code ?? '') ?? null
  const todo = row.landlordDoes[reason.step]
  return isLeftToUs
    ? {
        detail: `It waits for the acceptance of ${row.label}.`,
        nextAction: `If you have not yet: ${todo} We keep trying, and your property goes live once ${row.label} accepts it.`,
      }
    : { detail: reason.detail(row.label), nextAction: `${todo} Then ask again.` }
}
