import * as z from 'zod'
import { roles } from '../../actor.ts'
import { isAlive } from '../../durable/lease.ts'
import { type Started, stepStatuses } from '../../pipeline.ts'
import { reason } from '../../shapes.ts'
import { collection, type DocumentAt } from '../../store.ts'
import { priceShape, type Reason } from '../model.ts'
import { type JobFacts, type JobState, jobFacts, jobState } from '../steps/order.ts'
import { channelIdOf, channelKeyOf, type Target, targetOf } from '../target.ts'

/** For the one audit entry of the outcome. */
export const initiator = z.object({
  auditId: z.string(),
  actor: z.object({
    uid: z.string(),
    role: z.enum(roles),
    origin: z
      .object({ ipAddress: z.string(), claimedAddress: z.string().optional(), userAgent: z.string() })
      .optional(),
  }),
})
export type Initiator = z.infer<typeof initiator>

/** Connects once the OTA accepts. */
export const storedWait = z.object({
  requestId: z.string(),
  actor: initiator.shape.actor,
  hotelId: z.string(),
  paymentId: z.string().optional(),
  listingUrl: z.string().optional(),
  landlordId: z.string(),
  channelManagerPropertyId: z.string(),
  /** As the user saw it. */
  price: priceShape,
  since: z.date(),
  until: z.date(),
  tries: z.number().int(),
})
export type Wait = z.infer<typeof storedWait>

const jobSteps = z.record(z.string(), z.looseObject({ status: z.enum(stepStatuses) }))

/** An earlier release stored effects to undo here. */
const leftover = jobFacts
  .pick({ attemptId: true, hotelId: true, channelManagerPropertyId: true, landlordId: true, paymentId: true })
  .extend({ state: jobState, begun: z.record(z.string(), z.enum(stepStatuses)) })

const jobFields = z.object({
  /** `waiting`: no try yet. */
  status: z.enum(['waiting', 'running', 'completed', 'rejected']),
  leaseUntil: z.date(),
  /** Unchanged by resumption. */
  startedAt: z.date().optional().catch(undefined),
  undo: z.enum(['none', 'pending']).default('none'),
  claimId: z.string().optional(),
  /** Stored name of the initiator. */
  press: initiator.optional(),
  /** To continue or to undo. */
  resumes: z.number().int().default(0),
  state: jobState.default({}),
  steps: jobSteps.default({}),
  /** Written before undoing, for a process that takes over. */
  failure: reason.optional(),
  wait: storedWait.optional(),
  isTold: z.boolean().default(false),
  leftover: leftover.optional(),
})

const storedJob = z.object({ ...jobFields.shape, ...jobFacts.shape }).transform(stored => {
  const { press, isTold, leftover: left, ...job } = jobFields.parse(stored)
  const facts = jobFacts.parse(stored)
  if (!left) return { ...job, initiator: press, facts }
  const { state, begun, ...before } = left
  const steps: z.infer<typeof jobSteps> = Object.fromEntries(
    Object.entries(begun).map(([name, status]) => [name, { status }]),
  )
  return {
    ...job,
    status: isTold ? ('rejected' as const) : job.status,
    undo: 'pending' as const,
    failure: job.failure ?? interrupted,
    initiator: press,
    state,
    steps,
    facts: { ...facts, paymentId: undefined, ...before },
  }
})

export const interrupted: Reason = {
  code: 'internal',
  detail: 'Connecting was interrupted and could not be finished.',
  nextAction: 'Try again; if it stays so, tell engineering.',
}

const jobs = collection('connectionAttempts/{channelId}', storedJob)

export type Job = z.output<typeof storedJob> & { facts: JobFacts }

/** The document's id alone names the target. */
export function jobAt(target: Target): DocumentAt<Job> {
  const place = jobs.at(channelIdOf(target))
  return {
    ...place,
    parse(fields, path) {
      const stored = place.parse(fields, path)
      return stored && { ...stored, facts: { ...targetOf(target), ...stored.facts } }
    },
  }
}

export interface Progress {
  status?: string | undefined
  undo?: string | undefined
}

export const isUnfinished = ({ status, undo }: Progress): boolean =>
  status === 'running' || undo === 'pending'

export const isRunning = (job: Job, now: Date): boolean => isUnfinished(job) && isAlive(job, now)

const maxResumes = 3

export const mayGoOn = ({ resumes }: Job): boolean => resumes < maxResumes

/** After a failure, undoing has begun. */
export const canResume = (job: Job): boolean =>
  job.status === 'running' && job.failure === undefined && mayGoOn(job)

/** A create may succeed after its process died. Undoing creates nothing, so its wait is not begun again. */
export function stateNow({ state, steps, facts, failure }: Job, now: Date): JobState {
  if (failure && state.unsettledCreate) return state
  const diedCreating = steps['create-channel']?.status === 'started' && state.channelId === undefined
  return diedCreating ? { ...state, unsettledCreate: { ...channelKeyOf(facts), at: now } } : state
}

/** Includes an earlier try's unanswered create. */
export function startedOf({ state, steps }: Job): Started {
  const started = Object.fromEntries(Object.entries(steps).map(([name, { status }]) => [name, status]))
  return state.unsettledCreate ? { 'create-channel': 'started', ...started } : started
}
