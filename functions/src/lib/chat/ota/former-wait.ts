import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { type DeskChange, deskChange } from '../desk/desk.ts'
import type { Answer } from '../desk/exchange.ts'
import { afterAnswer, openOne } from '../desk/exchanges.ts'
import type { Thread } from '../thread.ts'
import type { ReadDeps } from './reading.ts'

/** An answer that was given elsewhere ends the wait that stayed in the thread of the inquiry, too. */
export const endFormerWait = (
  { threads, clock }: ReadDeps,
  threadId: string,
  given: Omit<Answer, 'elsewhere'>,
): Promise<void> =>
  change<Versioned<Thread> | undefined, DeskChange, void>(
    { clock },
    {
      read: () => threads.read(threadId),
      decide(found) {
        if (!found || !openOne(found.value.exchanges)) return { result: undefined }
        const exchanges = afterAnswer(found.value.exchanges, { ...given, elsewhere: true })
        if (openOne(exchanges)) return { result: undefined }
        return { write: deskChange(threadId, found.value, { exchanges, state: 'waiting' }) }
      },
      async commit({ fields, ledger }, found) {
        if (!found) return { result: undefined }
        const changed = { fields: { ...fields, version: found.value.version + 1 }, extras: { ledger } }
        return resolvedAs(await threads.change(threadId, found.revision, changed), undefined)
      },
    },
  )
