import { maxFileBytes } from '@functions/lib/chat/files/file-types.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../api/upload.ts'
import { attachToDraft } from '../outbox/drafts.ts'
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

/** What is being uploaded for the thread's draft, and how to begin. What has arrived stands in the draft. */
export function useUploads(uid: string, threadId: string) {
  const { t } = useTranslation()
  const [all, setAll] = useState<readonly Upload[]>([])
  const uploads = useMemo(() => all.filter(one => one.threadId === threadId), [all, threadId])

  const change = (key: string, more: Partial<Upload>) =>
    setAll(now => now.map(one => (one.key === key ? { ...one, ...more } : one)))
  const forget = (key: string) => setAll(now => now.filter(one => one.key !== key))

  async function begin(file: File) {
    const [key, control] = [crypto.randomUUID(), new AbortController()]
    const stop = () => {
      control.abort()
      forget(key)
    }
    setAll(now => [...now, { key, threadId, name: file.name, share: 0, stop }])
    if (file.size > maxFileBytes) return change(key, { failure: t('composer.fileTooLarge') })
    try {
      const path = `/chat/threads/${encodeURIComponent(threadId)}/files`
      const { fileId } = await upload<{ fileId: string }>(path, file, {
        signal: control.signal,
        onProgress: share => change(key, { share }),
      })
      const { name, type, size } = file
      attachToDraft(uid, threadId, { fileId, name, type: type || 'application/octet-stream', size })
      forget(key)
    } catch (error) {
      if (!control.signal.aborted) change(key, { failure: errorText(t, error) })
    }
  }

  const add = (files: Iterable<File>) => {
    for (const file of files) void begin(file)
  }
  return { uploads, add }
}
