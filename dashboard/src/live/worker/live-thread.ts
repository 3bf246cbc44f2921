import { filedAs } from '@functions/lib/chat/desk/lists.ts'
import { deskView } from '@functions/lib/chat/reading/thread-view.ts'
import { wholeRecord } from '@functions/lib/chat/search/thread-record.ts'
import { storedThread } from '@functions/lib/chat/thread.ts'
import type { QueryDocumentSnapshot } from 'firebase/firestore'
import type { LiveThread } from '../thread.ts'
import { plain } from './firestore.ts'

/** Threads as the lists show them; one that cannot be read is left out. */
export const liveThreads = (documents: readonly QueryDocumentSnapshot[]): LiveThread[] =>
  documents.flatMap(document => {
    const thread = storedThread.safeParse(plain(document.data())).data
    if (!thread) return []
    const desk = JSON.parse(JSON.stringify(deskView(thread))) as LiveThread['desk']
    const attention = JSON.parse(JSON.stringify(thread.attention)) as LiveThread['attention']
    const newest = { message: thread.lastMessage?.messageId, failures: thread.lastFailures }
    const filed = filedAs(thread)
    const facts = {
      channel: filed.channel,
      stay: filed.stay,
      site: thread.conversations.at(-1)?.provider ?? null,
      propertyName: thread.propertyName ?? null,
    }
    return [{ record: wholeRecord(document.id, thread), desk, filed, facts, attention, newest }]
  })
