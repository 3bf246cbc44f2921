import type { Actor } from '../../actor.ts'
import { type ChangeThreadDeps, changeThread } from './change-thread.ts'

/** Marks the thread as important to the caller, or takes the mark away. Throws `thread-not-found` or `thread-busy`. */
export const markImportant = (
  deps: ChangeThreadDeps,
  actor: Actor,
  { threadId, important }: { threadId: string; important: boolean },
): Promise<void> =>
  changeThread(deps, actor, threadId, ({ importantFor }) => {
    if (importantFor.includes(actor.uid) === important) return undefined
    const others = importantFor.filter(userId => userId !== actor.uid)
    return { importantFor: important ? [...others, actor.uid] : others }
  })
