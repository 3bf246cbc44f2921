import { amend } from '../../durable/amend.ts'
import { deskAnswered } from '../desk/desk.ts'
import { afterAnswer, openWait } from '../desk/exchanges.ts'
import type { Answer } from '../exchange.ts'
import { newVersion, threads } from '../thread-writes.ts'
import type { ReadDeps } from './reading.ts'

/** An answer outside our system also ends the wait in the inquiry's thread. */
export const endFormerWait = (
  deps: ReadDeps,
  threadId: string,
  answer: Omit<Answer, 'elsewhere'>,
): Promise<void> =>
  amend(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread || !openWait(thread.value.exchanges)) return { result: undefined }
      const exchanges = afterAnswer(thread.value.exchanges, { ...answer, elsewhere: true })
      const desk = deskAnswered(threadId, thread.value, exchanges, answer.at)
      return { writes: desk && [...newVersion(thread, desk.fields), ...desk.ledger], result: undefined }
    },
  })
