import type { Actor } from '../../actor.ts'
import { type ChangeThreadDeps, changeThread } from './change-thread.ts'

/** Marks the thread as important to the caller, or takes the mark away; no other write stands in its way. Throws `thread-not-found`. */
export const markImportant = (
  deps: ChangeThreadDeps,
  actor: Actor,
  { threadId, important }: { threadId: string; important: boolean },
): Promise<void> =>
  changeThread(deps, actor, threadId, ({ value: { importantFor } }) =>
    importantFor.includes(actor.uid) === important
      ? undefined
      : () => deps.threads.changeImportance(threadId, actor.uid, important),
  )
