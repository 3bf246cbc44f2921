import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { authorizeReading } from '../access.ts'
import {
  type Reachability,
  reachability as reachabilityShape,
  readReachability,
} from '../reachability/reachability.ts'
import { threads } from '../thread-writes.ts'
import { type ThreadView, threadShape, threadView } from './thread-view.ts'

export const threadQuery = z.object({
  text: z.string().max(1600).optional().meta({ description: 'A text somebody thinks of sending.' }),
})

export const thread = threadShape.extend({ reachability: reachabilityShape }).meta({ id: 'Thread' })

/** Three round trips, four with a reservation. Throws `thread-not-found`. */
export async function readThread(
  deps: Needs<'rules' | 'store'>,
  actor: Actor,
  { threadId, text }: { threadId: string } & z.infer<typeof threadQuery>,
): Promise<ThreadView & { reachability: Reachability }> {
  const document = await deps.store.read(threads.at(threadId))
  const thread = authorizeReading(actor, threadId, document?.value)
  const reachability = await readReachability(deps, actor, { threadId, thread, text })
  return { ...threadView(actor, threadId, thread), reachability }
}
