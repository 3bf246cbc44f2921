import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DraftFile } from './drafts.ts'
import { type Uploads, uploadsTo, uploadsToDraft } from './uploads.ts'

const useAll = (uploads: Uploads) => ({
  ...uploads,
  uploads: useSyncExternalStore(uploads.subscribe, uploads.all),
})

/** Uploads for the thread's draft; a file that has arrived stands in the draft. */
export const useUploads = (uid: string, threadId: string) => useAll(uploadsToDraft(uid, threadId))

/** Uploads for a form, which gets each file that has arrived; they end with the form. */
export function useUploading(
  threadId: string,
  files: readonly DraftFile[],
  onArrival: (file: DraftFile) => void,
) {
  const current = useRef({ files, onArrival })
  useLayoutEffect(() => {
    current.current = { files, onArrival }
  })
  const [uploads] = useState(() =>
    uploadsTo({
      threadId,
      count: () => current.current.files.length,
      onArrival: file => current.current.onArrival(file),
    }),
  )
  useEffect(() => uploads.stopAll, [uploads])
  return useAll(uploads)
}
