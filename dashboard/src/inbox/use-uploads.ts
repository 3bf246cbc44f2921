import { maxFileBytes } from '@functions/lib/chat/files/file-types.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { type UploadOptions, upload } from '../api/upload.ts'
import { attachToDraft, type DraftFile } from '../outbox/drafts.ts'
import { errorText } from '../ui/failure-notice.tsx'

/** A file on its way to a draft. */
export interface Upload {
  key: string
  threadId: string
  name: string
  /** From 0 to 1. */
  share: number
  /** Why it did not get there. */
  failure?: string
  /** Stops it, or forgets that it failed. */
  stop: () => void
}

type Sent = Pick<DraftFile, 'name' | 'type' | 'size'>
type Send = (path: string, options: UploadOptions) => Promise<{ fileId: string }>

/** What is being uploaded for the thread's draft, and how to begin. What has arrived stands in the draft. */
export function useUploads(uid: string, threadId: string) {
  return useUploading(threadId, file => attachToDraft(uid, threadId, file))
}

/** What is being uploaded to the thread for somebody who is told of each file that has arrived, and how to begin. */
export function useUploading(threadId: string, onArrival: (file: DraftFile) => void) {
  const { t } = useTranslation()
  const [all, setAll] = useState<readonly Upload[]>([])
  const uploads = useMemo(() => all.filter(one => one.threadId === threadId), [all, threadId])

  const change = (key: string, more: Partial<Upload>) =>
    setAll(now => now.map(one => (one.key === key ? { ...one, ...more } : one)))
  const forget = (key: string) => setAll(now => now.filter(one => one.key !== key))

  async function begin({ name, type, size }: Sent, send: Send) {
    const [key, control] = [crypto.randomUUID(), new AbortController()]
    const stop = () => {
      control.abort()
      forget(key)
    }
    setAll(now => [...now, { key, threadId, name, share: 0, stop }])
    if (size > maxFileBytes) return change(key, { failure: t('composer.fileTooLarge') })
    try {
      const path = `/chat/threads/${encodeURIComponent(threadId)}/files`
      const onProgress = (share: number) => change(key, { share })
      const { fileId } = await send(path, { signal: control.signal, onProgress })
      onArrival({ fileId, name, type: type || 'application/octet-stream', size })
      forget(key)
    } catch (error) {
      if (!control.signal.aborted) change(key, { failure: errorText(t, error) })
    }
  }

  const add = (files: Iterable<File>) => {
    for (const file of files) void begin(file, (path, options) => upload(path, file, options))
  }
  /** Files of a canned reply; what a message takes is its own. */
  const copy = (files: readonly DraftFile[]) => {
    for (const file of files) {
      const query = new URLSearchParams({ copyOf: file.fileId })
      void begin(file, (path, { signal }) => call({ method: 'POST', path: `${path}?${query}`, signal }))
    }
  }
  return { uploads, add, copy }
}
