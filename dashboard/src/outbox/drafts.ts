import type { MessageType } from '@functions/lib/chat/message.ts'
import { useEffect, useState } from 'react'
import { forget, keep, kept } from './storage.ts'

export interface Draft {
  text: string
  /** Undefined until its author has chosen. */
  type?: MessageType
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

const nothing: Draft = { text: '' }

/** What somebody is writing in a thread; it is there again after a reload. */
export function useDraft(uid: string, threadId: string): [Draft, (draft: Draft) => void] {
  const key = `draft:${uid}:${threadId}`
  const [draft, setDraft] = useState<Draft>(() => kept(key, isDraft) ?? nothing)
  useEffect(() => {
    if (draft.text === '') forget(key)
    else keep(key, draft)
  }, [key, draft])
  return [draft, setDraft]
}
