import { DomainError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { channelOfType } from '../channel-types.ts'
import { fileObstacle, goApart } from '../channels/channel-files.ts'
import { channels } from '../channels/registry.ts'
import { isSendDue, talkOfPost } from '../delivery/outbound.ts'
import type { FileRecord } from '../files/model.ts'
import { askerOf } from '../merging/merge-rules.ts'
import type { MessageFile } from '../message.ts'
import type { Thread } from '../thread.ts'
import type { PostInput } from './post-input.ts'

export interface BoundFiles {
  isApart: boolean
  shown: MessageFile[]
  bindings: { fileId: string; revision: Revision }[]
}

interface Binding {
  authorId: string
  thread: Thread
  stored: ReadonlyMap<string, Versioned<FileRecord>>
  now: Date
}

type FilesOfPost = Pick<
  PostInput,
  'threadId' | 'body' | 'files' | 'type' | 'source' | 'externalMessageId' | 'reservationId'
>

/** Throws `validation-failed`, also where the channel refuses a file. */
export function boundFiles(
  input: FilesOfPost,
  { authorId, thread, stored, now }: Binding,
): BoundFiles | undefined {
  if (!input.files) return undefined
  const freeFiles = input.files.map((fileId, at) => {
    const file = stored.get(fileId)
    if (file && isFree(file.value, input.threadId, authorId)) return { fileId, ...file }
    throw refused('The message names a file that it cannot have.', at, {
      message: 'must be a file that you uploaded to this thread and that no message has',
      nextAction: 'Upload it again, and name the new one.',
    })
  })
  const shown = freeFiles.map(({ fileId, value: { name, type, size } }) => ({ fileId, name, type, size }))
  const channel = channelOfType(input.type)
  const talk = talkOfPost(input, thread, { guestId: askerOf(thread) ?? thread.guestId, now })
  const takes = channel && isSendDue(input) ? channels[channel].files.takes?.(talk) : undefined
  const obstacle = channel && isSendDue(input) && fileObstacle(takes, shown)
  if (obstacle)
    throw refused(obstacle.detail, undefined, { ...obstacle, message: 'must be what the channel takes' })
  return {
    isApart: takes !== undefined && goApart(takes, shown, input.body),
    shown,
    bindings: freeFiles.map(({ fileId, revision }) => ({ fileId, revision })),
  }
}

export const isFree = ({ state, by, ...file }: FileRecord, threadId: string, authorId: string): boolean =>
  state === 'ready' && by === authorId && file.threadId === threadId

const refused = (
  detail: string,
  at: number | undefined,
  { message, nextAction }: { message: string; nextAction: string },
): DomainError =>
  new DomainError('validation-failed', detail, {
    nextAction,
    errors: [{ path: at === undefined ? 'files' : `files.${at}`, message }],
  })
