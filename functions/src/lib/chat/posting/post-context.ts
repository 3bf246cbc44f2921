import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditLog } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import type { Versioned } from '../../ports.ts'
import { byId, collection, type StoredDocument } from '../../store.ts'
import { isChannel } from '../channel-types.ts'
import type { Channel } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { type Deadline, deadlineAfter, deadlineBy, earlier } from '../desk/deadline.ts'
import { type Asking, mayAsk } from '../desk/desk.ts'
import { openWait } from '../desk/exchanges.ts'
import { isAssignedByLoad } from '../desk/team.ts'
import { type FileRecord, files } from '../files/model.ts'
import { type Guest, guests } from '../guest.ts'
import type { GuestChange } from '../guest-change.ts'
import { inboundRecords } from '../inbound-records.ts'
import { attempts, type MessageMetadata, messageShape, type StoredMessage } from '../message.ts'
import type { Conversation } from '../ota-conversations.ts'
import { messageAt } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'
import { threads } from '../thread-writes.ts'
import { timeOfArrival, timeOfPost } from '../times.ts'
import type { Post } from './post-input.ts'
import { type PostCounter, postCounter } from './rate-limit.ts'

export interface InboundTrace {
  providerMessageId: string
  guests: readonly GuestChange[]
  conversation?: Conversation | undefined
  /** A missing merge target; the thread takes its messages itself. */
  missingTarget?: string | undefined
  /** From triage. */
  assignment?: Assignment
  /** Of the whole assignment, with its last message. */
  audit?: AuditEntry | undefined
}

interface Assignment {
  assignedBy: string
  assignedAt: Date
}

export interface CreateMessageInput extends Post {
  /** From inbound webhooks. */
  inbound?: InboundTrace
  metadata?: MessageMetadata
  /** Arrival, if not now. */
  receivedAt?: Date | undefined
}

const postedDelivery = z.object({
  reservationId: z.string().optional(),
  status: z.literal('pending'),
  attempts,
  template: z
    .object({
      name: z.string(),
      variables: z.record(z.string(), z.string()).meta({ description: 'By their place, "1", "2", …' }),
      filled: z.array(z.string()).optional().meta({ description: 'Those that were left to us to fill.' }),
      optIn: z.string().optional(),
    })
    .optional(),
})

export const postedMessage = messageShape
  .extend({
    delivery: postedDelivery.optional().meta({ description: 'Where a send is due.' }),
    forwarding: z
      .object({ status: z.literal('pending'), attempts: z.number() })
      .optional()
      .meta({ description: 'Where the guest platform is told.' }),
  })
  .meta({
    id: 'PostedMessage',
    description: 'As it was stored, without what became of it since.',
  })

export interface CreateMessageResult {
  /** Without later changes. */
  message: StoredMessage
  replayed: boolean
}

export interface Posting {
  actor: Actor
  input: CreateMessageInput
  messageId: string
  audit: AuditEntry | undefined
}

export const counters = collection('rateLimits/{id}', z.looseObject({ count: z.number() }))

export interface PostState {
  thread: Versioned<Thread> | undefined
  message: StoredMessage | undefined
  /** The inbound provider id's record; `triage`: the message waits there. */
  inbound: StoredDocument | undefined
  guests: ReadonlyMap<string, Versioned<Guest>>
  files: ReadonlyMap<string, Versioned<FileRecord>>
  /** Proof of our earlier commit. */
  auditWritten: boolean
  postsOfUser: number
  counter: PostCounter | undefined
  now: Date
  desk?: PostDesk | undefined
}

/** One round trip, and the team's for a guest's message. `isAgain`: an earlier try may have succeeded. */
export async function postState(
  { store, teams, clock, rules }: Needs<'rules' | 'store' | 'teams'>,
  { actor, input, messageId, audit }: Posting,
  isAgain: boolean,
): Promise<PostState> {
  const { threadId, inbound } = input
  const counter = postCounter(actor, clock.now())
  const isPossible = isAgain || input.messageId !== undefined
  const documents = await store.get({
    thread: threads.at(threadId),
    message: isPossible ? messageAt({ threadId, messageId }) : undefined,
    audit: isAgain && audit ? auditLog.at(audit.id) : undefined,
    inbound: inbound && inboundRecords.at(inbound.providerMessageId),
    counter: counter && counters.at(counter.id),
    guests: inbound ? inbound.guests.map(({ guestId }) => guests.at(guestId)) : [],
    files: input.files ? input.files.map(id => files.at(id)) : [],
  })
  const now = clock.now()
  const deskThread = mayAsk(actor, input) ? documents.thread?.value : undefined
  return {
    thread: documents.thread,
    message: documents.message?.value,
    inbound: documents.inbound,
    guests: byId(documents.guests),
    files: byId(documents.files),
    auditWritten: documents.audit !== undefined,
    postsOfUser: documents.counter?.value.count ?? 0,
    counter,
    now,
    desk: deskThread && (await deskOfPost({ teams, rules }, deskThread, { ...input, now })),
  }
}

interface PostDesk {
  team: { teamId: string | null }
  asking: Asking
}

async function deskOfPost(
  { teams, rules }: Pick<Needs<'rules' | 'teams'>, 'rules' | 'teams'>,
  thread: Thread,
  { now, receivedAt, source }: { now: Date; receivedAt?: Date | undefined; source: string },
): Promise<PostDesk> {
  const { teamId, team } = await teams.teamOf(thread, !openWait(thread.exchanges))
  const arrivedAt = timeOfArrival(timeOfPost(now, thread.updatedAt), receivedAt)
  const deadline = earlier(await deadlineBy(team, arrivedAt), latestOf(source, arrivedAt))
  return { team: { teamId }, asking: { deadline, isAssigned: isAssignedByLoad(rules, team), now } }
}

function latestOf(source: string, arrivedAt: Date): Deadline | undefined {
  const row: Channel | undefined = isChannel(source) ? channels[source] : undefined
  return row?.answerWithinMinutes ? deadlineAfter(arrivedAt, row.answerWithinMinutes) : undefined
}
