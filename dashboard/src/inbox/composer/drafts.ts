import type { MessageFile, MessageType } from '@functions/lib/chat/message.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Mention } from '../../outbox/entry.ts'
import { forget, keep, onKept, parsed, textAt } from '../../storage.ts'
import { isMention } from './mentions.ts'
import { isMessageType } from './ways.ts'

/** A file that was uploaded for it. */
export type DraftFile = MessageFile

export interface Draft {
  text: string
  /** How it goes; undefined until that is settled. */
  type?: MessageType | undefined
  /** The author chose the type, so it stays when the text is sent. */
  isChosen?: boolean | undefined
  /** Up to when its author had seen the thread when they began to write, by the server's clock, ISO 8601. */
  since?: string | undefined
  /** People chosen for a note, whether or not the text still names them. */
  mentions?: Mention[] | undefined
  files?: DraftFile[] | undefined
}

const isFile = (value: unknown): value is DraftFile =>
  typeof value === 'object' &&
  value !== null &&
  'fileId' in value &&
  typeof value.fileId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'type' in value &&
  typeof value.type === 'string' &&
  'size' in value &&
  typeof value.size === 'number'

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  (!('type' in value) || isMessageType(value.type)) &&
  (!('since' in value) || typeof value.since === 'string') &&
  (!('mentions' in value) || (Array.isArray(value.mentions) && value.mentions.every(isMention))) &&
  (!('files' in value) || (Array.isArray(value.files) && value.files.every(isFile)))

const nothing: Draft = { text: '' }

const keyOf = (uid: string, threadId: string): string => `draft:${uid}:${threadId}`

function write(key: string, { text, type, isChosen, since, mentions, files = [] }: Draft): void {
  const isBegun = text !== '' || files.length > 0
  if (!isBegun && !isChosen) forget(key)
  else
    keep(key, {
      text,
      type,
      isChosen,
      ...(isBegun && { since, mentions }),
      ...(files.length > 0 && { files }),
    })
}

/** A draft survives a reload and is the same in every window. */
export function useDraft(uid: string, threadId: string): [Draft, (draft: Draft) => void] {
  const key = keyOf(uid, threadId)
  const text = useSyncExternalStore(onKept, () => textAt(key))
  const draft = useMemo(() => parsed(text, isDraft) ?? nothing, [text])
  return [draft, useCallback(next => write(key, next), [key])]
}

export const filesOfDraft = (uid: string, threadId: string): readonly DraftFile[] =>
  parsed(textAt(keyOf(uid, threadId)), isDraft)?.files ?? []

/** Adds a file to the draft as it is by then. */
export function attachToDraft(uid: string, threadId: string, file: DraftFile): void {
  const key = keyOf(uid, threadId)
  const draft = parsed(textAt(key), isDraft) ?? nothing
  write(key, { ...draft, files: [...(draft.files ?? []), file] })
}

/**
 * Puts a text before the draft. False, and nothing is changed, where the draft goes another way: a note must not end
 * up in a message to the guest.
 */
export function backToDraft(
  uid: string,
  threadId: string,
  { text, type, since, mentions, files }: Draft & { type: MessageType },
): boolean {
  const key = keyOf(uid, threadId)
  const draft = parsed(textAt(key), isDraft) ?? nothing
  if ((draft.text !== '' || draft.files) && draft.type !== type) return false
  const both = [...(mentions ?? []), ...(draft.mentions ?? [])]
  write(key, {
    text: draft.text === '' ? text : `${text}\n${draft.text}`,
    type,
    isChosen: true,
    since,
    ...(both.length > 0 && { mentions: both }),
    files: [...(files ?? []), ...(draft.files ?? [])],
  })
  return true
}
