import * as z from 'zod'
import { channelIdOf } from '../../lib/connection/attempt/completion.ts'
import {
  type Attempt,
  attemptFacts,
  attemptState,
  attemptSteps,
  initiator,
  type Leftover,
  targetOf,
} from '../../lib/connection/attempt/facts.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import type { AttemptClaim, JournalEntry } from '../../lib/connection/ports.ts'
import type { Target } from '../../lib/connection/target.ts'
import { stepStatuses } from '../../lib/pipeline.ts'
import type { Revision, Versioned } from '../../lib/ports.ts'
import { reason } from '../../lib/shapes.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type Write } from './client.ts'
import { create, defined, repository, update, without, withoutUndefined } from './repository.ts'

const storedTarget = z.object({ propertyId: z.string(), ota: z.enum(otaNames) })

const storedLeftover = attemptFacts
  .extend({
    target: storedTarget,
    state: attemptState,
    begun: z.record(z.string(), z.enum(stepStatuses)),
  })
  .transform(
    ({ target, state, begun, ...facts }): Leftover => ({
      facts: { ...target, ...facts },
      state,
      started: begun,
    }),
  )

const storedAttempt = z
  .object({
    ...attemptFacts.shape,
    status: z.enum(['running', 'completed', 'rejected']),
    leaseUntil: z.date(),
    startedAt: z.date().optional().catch(undefined),
    undo: z.enum(['none', 'pending']).default('none'),
    claimId: z.string().optional(),
    /** The initiator, under its stored name. */
    press: initiator.optional(),
    resumes: z.number().int().default(0),
    state: attemptState.default({}),
    steps: attemptSteps,
    failure: reason.optional(),
    isTold: z.boolean().default(false),
    leftover: storedLeftover.optional(),
  })
  .transform(({ press, isTold, ...stored }) => ({
    ...stored,
    initiator: press,
    isNotified: isTold,
    facts: attemptFacts.parse(stored),
  }))

/** `connectionAttempts/{propertyId}_{ota}`. */
export const attempts = (db: Firestore) =>
  repository(db, {
    path: (target: Target) => `connectionAttempts/${channelIdOf(target)}`,
    schema: storedAttempt,
  })
type Attempts = ReturnType<typeof attempts>

export function attemptIn(
  { versioned }: Attempts,
  target: Target,
  snapshot: DocumentSnapshot | undefined,
): Versioned<Attempt> | undefined {
  const found = versioned(snapshot)
  if (!found) return undefined
  const { value, revision } = found
  return { value: { ...value, facts: { ...targetOf(target), ...value.facts } }, revision }
}

export function claimWrite(
  { doc }: Attempts,
  { facts, initiator: press, isNotified: isTold, leftover, ...rest }: AttemptClaim,
  previous: Revision | undefined,
): Write {
  const fields = { ...facts, ...rest, press, isTold, leftover: leftover && leftoverFields(leftover) }
  const dueAt = rest.leaseUntil
  const claim = withoutUndefined({ ...fields, status: 'running', undo: 'none', dueAt })
  if (previous === undefined) return create(doc(facts), claim)
  return update(doc(facts), { ...cleared(rest.startedAt, isTold), ...claim }, previous)
}

/** Fields that an earlier claim may have left behind. */
function cleared(startedAt: Date | undefined, isNotified = false): Record<string, unknown> {
  const gone = [
    'paymentId',
    'price',
    'listingUrl',
    'chosen',
    'waitingRequest',
    'isTriedAgain',
    'leftover',
    'failure',
    'endedAt',
    'isTold',
    'expireAt',
  ]
  // A resumed attempt keeps its reason for rejection.
  return without(startedAt || !isNotified ? [...gone, 'rejection'] : gone)
}

export function journalFields({ passed, state, currentStep, failure, ...entry }: JournalEntry) {
  const steps = [...passed, entry].map(({ step, status, at, result }) => [
    `steps.${step}`,
    withoutUndefined({ status, at, result }),
  ])
  return {
    ...Object.fromEntries(steps),
    state: withoutUndefined(attemptState.parse(state)),
    currentStep,
    leftover: FieldValue.delete(),
    ...defined({ failure }),
  }
}

/** The fields by which an attempt says what is left to compensate; one tried before waits for its lease. */
export const leftBehind = (leftover: Leftover | undefined, endedAt?: Date): Record<string, unknown> =>
  leftover
    ? {
        undo: 'pending',
        leftover: withoutUndefined(leftoverFields(leftover)),
        ...defined({ dueAt: endedAt }),
      }
    : { undo: 'none', ...without(['leftover', 'dueAt']) }

function leftoverFields({ facts, state, started }: Leftover) {
  const { propertyId: _, ota: __, requestIds: ___, listingUrl: ____, chosen: _____, ...rest } = facts
  return { ...rest, target: targetOf(facts), state: attemptState.parse(state), begun: started }
}
