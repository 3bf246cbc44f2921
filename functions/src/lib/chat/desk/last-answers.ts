import * as z from 'zod'
import { type Answer, answer } from './exchange.ts'

/** The thread's newest answer, and the newest by anybody else: enough to know for everybody what others answered last. */
export const storedLastAnswers = z.array(answer).default([]).catch([])

export const afterAnswering = (before: readonly Answer[], given: Answer): Answer[] =>
  [given, ...before.filter(({ by }) => by !== given.by)].slice(0, 2)

/** The newest answer by somebody else, if it came after that moment. */
export const answerByOthers = (
  lastAnswers: readonly Answer[],
  { uid, since }: { uid: string; since: Date },
): Answer | undefined => lastAnswers.find(({ by, at }) => by !== uid && at > since)
