import { isDeepStrictEqual } from 'node:util'
import { plain } from '../../src/adapters/firestore/repository.ts'
import { threadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import type { World } from './world.ts'

/** Whether the index holds what the thread comes to as it stands now. */
export async function isRecordRight({ db, sandbox, threadId }: World): Promise<boolean> {
  const [thread, { records }] = await Promise.all([
    db.doc(`threads/${threadId}`).get(),
    sandbox.state('algolia'),
  ])
  const expected = threadRecord(threadId, storedThread.parse(plain(thread.data())))
  const record = records.find(({ objectID }: { objectID: string }) => objectID === threadId)
  return isDeepStrictEqual(record, JSON.parse(JSON.stringify(expected)))
}
