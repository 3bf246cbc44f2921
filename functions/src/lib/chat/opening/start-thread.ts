import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { DomainError } from '../../errors.ts'
import type { Channel } from '../channels/channel.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import type { StoredMessage } from '../message.ts'
import type { StoredThread } from '../ports.ts'
import { type CreateMessageDeps, createMessage } from '../posting/create-message.ts'
import type { PostInput } from '../posting/post-input.ts'
import { sendTemplate, type TemplatePost } from '../templates/send-template.ts'
import { type OpenDeps, openingEntry, openThread, type ThreadHome } from './open-thread.ts'
import type { Known, Shared } from './plan-thread.ts'

type Deps = OpenDeps & CreateMessageDeps

/** The first message, or a further one: free text, or an approved template. */
export type FirstMessage =
  | { text: Omit<PostInput, 'threadId' | 'reservationId'> }
  | { template: Omit<TemplatePost, 'threadId' | 'reservationId'> }

export interface Start {
  home: ThreadHome
  message?: FirstMessage | undefined
}

export interface StartedThread {
  threadId: string
  isNew: boolean
  message: StoredMessage | null
}

/**
 * Opens the thread of a reservation or a guest, or finds it, and stores a message in it, about that reservation.
 * Repeating it with the same `messageId` goes on where an earlier one stopped. Throws what `openThread`, `createMessage`
 * and `sendTemplate` throw, and `validation-failed` for a first chatapp text to a guest who has not agreed, and where
 * another guest writes in the thread, too, and no stay of theirs leads to them.
 */
export async function startThread(
  deps: Deps,
  actor: Actor,
  { home, message }: Start,
): Promise<StartedThread> {
  const subject =
    'guestId' in home
      ? { targetType: 'guest', targetId: home.guestId }
      : { targetType: 'reservation', targetId: home.reservationId }
  const failed = { action: 'thread.open', ...subject, metadata: { ...home } }
  const { shared, ...opened } = await auditingFailure(deps, buildAuditEntry(deps, actor, failed), () =>
    openThread(deps, home, {
      audit: openingEntry(deps, actor, home),
      allow: (known, thread) => {
        if (message && 'text' in message) requireConsent(message.text, known, thread)
      },
    }),
  )
  if (!message) return { ...opened, message: null }
  const post = { threadId: opened.threadId, ...('reservationId' in home ? home : shared && stayOf(shared)) }
  const stored =
    'text' in message
      ? await createMessage(deps, actor, { ...message.text, ...post })
      : await sendTemplate(deps, actor, { ...message.template, ...post })
  return { ...opened, message: stored.message }
}

/** By which a message reaches that guest in a thread that another one writes in. */
function stayOf({ thread: { threadId, stored }, stayId: reservationId }: Shared): { reservationId: string } {
  if (reservationId) return { reservationId }
  throw new DomainError('validation-failed', 'No stay says that a message there is to this guest.', {
    nextAction: `Write in thread ${stored.value.mergedInto ?? threadId}, or take the threads apart first.`,
  })
}

/** What has been written to by the channel before goes on as it did. */
function requireConsent(
  { type, source }: Pick<PostInput, 'type' | 'source'>,
  { guest, now }: Known,
  thread: StoredThread | undefined,
): void {
  const channel = channelOfType(type)
  if (!channel || !channels[channel].isOurs(source)) return
  const { beginning, lastSentField }: Channel = channels[channel]
  const isBegun = lastSentField !== undefined && thread?.stored.value[lastSentField]
  const obstacle = isBegun ? undefined : beginning?.(guest, now)
  if (!obstacle) return
  throw new DomainError('validation-failed', obstacle.detail, {
    nextAction: obstacle.nextAction,
    errors: [{ path: 'type', message: obstacle.detail }],
  })
}
