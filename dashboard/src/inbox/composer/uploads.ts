import { mediaType } from '@functions/lib/chat/file-type.ts'
import { maxFileBytes, mostFilesOfMessage, nameOfFile } from '@functions/lib/chat/file-types.ts'
import { atMost } from '../../api/at-most.ts'
import { call } from '../../api/client.ts'
import { mayWorkLater, persistently } from '../../api/persistently.ts'
import { type UploadOptions, upload } from '../../api/upload.ts'
import { onUserChange } from '../../session/session.ts'
import { attachToDraft, type DraftFile, filesOfDraft } from './drafts.ts'

/** The reason of a failed upload: a fault of the file, or an error. */
export type UploadFailure = 'too-large' | 'empty' | 'full' | { error: unknown }

/** A file on its way. */
export interface Upload {
  key: string
  name: string
  /** From 0 to 1. */
  share: number
  failure?: UploadFailure | undefined
  /** Tries once more, where that may help. */
  again?: (() => void) | undefined
  /** Stops it, or forgets that it failed. */
  stop: () => void
}

/** Whether a message waits for it, or for somebody who sees that it failed; not where others have the room. */
export const holdsUp = ({ failure }: Upload): boolean => failure !== 'full'

interface Taker {
  threadId: string
  count: () => number
  onArrival: (file: DraftFile) => void
}

type Sent = Pick<DraftFile, 'name' | 'type' | 'size'>
type Send = (path: string, options: UploadOptions) => Promise<{ fileId: string }>

export interface Uploads {
  all: () => readonly Upload[]
  subscribe: (listener: () => void) => () => void
  add: (files: Iterable<File>) => void
  /** Copies files of a canned reply, since a message needs files of its own. */
  copy: (files: readonly DraftFile[]) => void
  stopAll: () => void
}

/** So that a bad line carries some files whole, rather than all of them in part. */
const inTurn = atMost(3)

/** Files on their way to somebody: as many as go with a message, each until it is there. */
export function uploadsTo({ threadId, count, onArrival }: Taker): Uploads {
  let all: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const underWay = new Set<string>()
  const show = (next: readonly Upload[]) => {
    all = next
    for (const listener of listeners) listener()
  }
  const change = (key: string, more: Partial<Upload>) =>
    show(all.map(one => (one.key === key ? { ...one, ...more } : one)))
  const forget = (key: string) => show(all.filter(one => one.key !== key))

  function begin({ name: fileName, type, size }: Sent, send: Send) {
    const [key, control, name] = [crypto.randomUUID(), new AbortController(), nameOfFile(fileName)]
    const { signal } = control
    const path = `/chat/threads/${encodeURIComponent(threadId)}/files`
    const onProgress = (share: number) => change(key, { share })
    const attempt = async () => {
      if (count() + underWay.size >= mostFilesOfMessage)
        return change(key, { failure: 'full', again: attempt })
      underWay.add(key)
      change(key, { failure: undefined, again: undefined })
      try {
        const { fileId } = await inTurn(async () => {
          signal.throwIfAborted()
          return persistently(() => send(path, { signal, onProgress }), signal)
        })
        signal.throwIfAborted()
        onArrival({ fileId, name, type: mediaType(type, fileName), size })
        forget(key)
      } catch (error) {
        if (!signal.aborted)
          change(key, { failure: { error }, again: mayWorkLater(error) ? attempt : undefined })
      } finally {
        underWay.delete(key)
      }
    }
    const stop = () => {
      control.abort()
      underWay.delete(key)
      forget(key)
    }
    show([...all, { key, name, share: 0, stop }])
    if (size > maxFileBytes) change(key, { failure: 'too-large' })
    else if (size === 0) change(key, { failure: 'empty' })
    else void attempt()
  }

  return {
    all: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files) {
      for (const file of files) begin(file, (path, options) => upload(path, file, options))
    },
    copy(files) {
      for (const file of files) {
        const query = new URLSearchParams({ copyOf: file.fileId })
        begin(file, (path, { signal }) => call({ method: 'POST', path: `${path}?${query}`, signal }))
      }
    },
    stopAll() {
      for (const { stop } of all) stop()
    },
  }
}

/** By thread: a file arrives in the draft for which it was chosen, also while another thread is open. */
const ofDrafts = new Map<string, Uploads>()
onUserChange(() => {
  for (const uploads of ofDrafts.values()) uploads.stopAll()
  ofDrafts.clear()
})

export function uploadsToDraft(uid: string, threadId: string): Uploads {
  const draftUploads = ofDrafts.get(threadId)
  if (draftUploads) return draftUploads
  const uploads = uploadsTo({
    threadId,
    count: () => filesOfDraft(uid, threadId).length,
    onArrival: file => attachToDraft(uid, threadId, file),
  })
  ofDrafts.set(threadId, uploads)
  return uploads
}
