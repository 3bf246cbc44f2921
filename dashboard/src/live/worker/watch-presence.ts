import { doc, onSnapshot } from 'firebase/firestore'
import * as z from 'zod'
import type { Presence } from '../presence.ts'
import { liveFirestore, plain } from './firestore.ts'

const stored = z.object({
  people: z.record(z.string(), z.object({ at: z.date().transform(Number), isWriting: z.boolean() })),
})

interface PresenceCallbacks {
  onPresence: (people: Presence) => void
  /** Whether the update comes from the server. */
  onSignal: (isFromServer: boolean) => void
}

/** Tells what the staff who have the thread open say of themselves. */
export function watchPresence(
  { threadId }: { threadId: string },
  { onPresence, onSignal }: PresenceCallbacks,
): () => void {
  return onSnapshot(
    doc(liveFirestore(), 'presence', threadId),
    presence => {
      onSignal(!presence.metadata.fromCache)
      onPresence(stored.safeParse(plain(presence.data())).data?.people ?? {})
    },
    () => onSignal(false),
  )
}
