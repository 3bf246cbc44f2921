import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { stayChange } from '../desk/desk.ts'
import type { Thread } from '../thread.ts'
import { type OpenDeps, type OpenedThread, openFor } from './open-thread.ts'

/** Brings a thread to the stay of its guest that counts now. Where nothing says any more which one does, it keeps its own. */
export async function followStay(
  deps: OpenDeps,
  threadId: string,
  { value: thread, revision }: Versioned<Thread>,
): Promise<void> {
  if ((await keptRight(deps, thread))?.threadId === threadId) return
  await deps.threads.change(threadId, revision, { fields: stayChange(thread, null) })
}

async function keptRight(deps: OpenDeps, { guestId, propertyId }: Thread): Promise<OpenedThread | undefined> {
  if (!guestId) return undefined
  try {
    return await openFor(deps, { guestId, propertyId }, { isOpened: false })
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
