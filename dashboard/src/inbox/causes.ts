import type { ThreadDetails } from './message.ts'

/** Why the reader has to attend to a thread, and since when. */
export type Cause = NonNullable<ThreadDetails['attention']>[number]

/** What is worth a word beside a message and a deadline, which are seen anyway; the most urgent first. */
const told = ['window-closing', 'escalated', 'send-failed', 'mentioned', 'assigned'] as const
export type ToldCause = (typeof told)[number]

export const toldOf = (causes: readonly Pick<Cause, 'cause'>[]): ToldCause[] =>
  told.filter(name => causes.some(({ cause }) => cause === name))
