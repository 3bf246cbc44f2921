import { doc, onSnapshot } from 'firebase/firestore'
import * as z from 'zod'
import type { Said } from '../../inbox/presence.ts'
import { liveFirestore, plain } from './firestore.ts'

const stored = z.object({
  people: z.record(z.string(), z.object({ at: z.date().transform(Number), isWriting: z.boolean() })),
})

interface Told {
  onSaid: (said: Said) => void
  /** Whether what is told comes from the server. */
  onHeard: (isFromServer: boolean) => void
}

/** Tells what the staff who have the thread open say of themselves. */
export function watchPresence({ threadId }: { threadId: string }, { onSaid, onHeard }: Told): () => void {
  return onSnapshot(
    doc(liveFirestore(), 'presence', threadId),
    presence => {
      onHeard(!presence.metadata.fromCache)
      onSaid(stored.safeParse(plain(presence.data())).data?.people ?? {})
    },
    () => onHeard(false),
  )
}
