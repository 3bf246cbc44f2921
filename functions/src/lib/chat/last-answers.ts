import * as z from 'zod'
import { type Answer, answer } from './exchange.ts'

/** Two suffice: the newest, and the newest by anybody else. */
export const storedLastAnswers = z.array(answer).default([]).catch([])

export const afterAnswering = (before: readonly Answer[], next: Answer): Answer[] =>
  [next, ...before.filter(({ by }) => by !== next.by)].slice(0, 2)

export const answerByOthers = (
  lastAnswers: readonly Answer[],
  { uid, since }: { uid: string; since: Date },
): Answer | undefined => lastAnswers.find(({ by, at }) => by !== uid && at > since)
