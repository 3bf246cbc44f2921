import { storedMessage } from '@functions/lib/chat/message.ts'
import { messageView } from '@functions/lib/chat/reading/message-view.ts'
import { replyFinder } from '@functions/lib/chat/reading/replies.ts'
import { collection, doc, limit, onSnapshot, orderBy, query } from 'firebase/firestore'
import type { Message } from '../message.ts'
import { liveFirestore, plain } from './firestore.ts'

interface MessageCallbacks {
  onMessages: (newestFirst: Message[]) => void
  /** The thread's version, which every change raises. */
  onThread: (version: number) => void
  /** Whether the update comes from the server. */
  onSignal: (isFromServer: boolean) => void
}

/** Tells of the thread's newest messages, as the API shows them, and of every change of the thread. */
export function watchMessages(
  { threadId, size }: { threadId: string; size: number },
  { onMessages, onThread, onSignal }: MessageCallbacks,
): () => void {
  const db = liveFirestore()
  const messages = collection(db, 'threads', threadId, 'messages')
  const failed = () => onSignal(false)
  const stops = [
    onSnapshot(
      query(messages, orderBy('createdAt', 'desc'), limit(size)),
      // Also when only the connection has changed.
      { includeMetadataChanges: true },
      ({ docs, metadata }) => {
        onSignal(!metadata.fromCache)
        if (metadata.fromCache) return
        const stored = docs.flatMap(document => storedMessage.safeParse(plain(document.data())).data ?? [])
        const replyTo = replyFinder(stored)
        onMessages(stored.map(message => asJson(messageView(message, replyTo(message)))))
      },
      failed,
    ),
    onSnapshot(doc(db, 'threads', threadId), thread => onThread(thread.get('version') ?? 0), failed),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const asJson = (view: unknown): Message => JSON.parse(JSON.stringify(view)) as Message
