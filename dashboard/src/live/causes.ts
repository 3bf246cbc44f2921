import type { ThreadDetails } from './message.ts'

/** Why the reader has to attend to a thread, and since when. */
export type Cause = NonNullable<ThreadDetails['attention']>[number]

/** The most urgent cause first; a message and a deadline are seen anyway. */
const causeOrder = ['window-closing', 'escalated', 'send-failed', 'mentioned', 'assigned'] as const
export type CauseName = (typeof causeOrder)[number]

export const causeNames = (causes: readonly Pick<Cause, 'cause'>[]): CauseName[] =>
  causeOrder.filter(name => causes.some(({ cause }) => cause === name))
