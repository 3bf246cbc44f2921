import type { ThreadDetails } from './message.ts'

/** Why the reader has to attend to a thread, and since when. */
export type Cause = NonNullable<ThreadDetails['attention']>[number]

/** What is worth a word beside a message and a deadline, which are seen anyway; the most urgent first. */
const causeOrder = ['window-closing', 'escalated', 'send-failed', 'mentioned', 'assigned'] as const
export type CauseName = (typeof causeOrder)[number]

export const causeNames = (causes: readonly Pick<Cause, 'cause'>[]): CauseName[] =>
  causeOrder.filter(name => causes.some(({ cause }) => cause === name))
