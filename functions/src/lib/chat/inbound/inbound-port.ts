import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { ChannelName } from '../channels/names.ts'
import type { Candidate } from './candidates.ts'
import type { DueGuestChange } from './guest-change.ts'
import type { ReceivedMessage } from './received-message.ts'
import type { TriageEntry, TriageList, TriageMove, TriagePage, TriageReason, TriageStatus } from './triage.ts'

/** A message that waits in triage, and why. */
export interface KeptMessage extends ReceivedMessage {
  status: Extract<TriageStatus, 'open' | 'spam'>
  reason: TriageReason
  receivedAt: Date
  candidates?: Candidate[]
}

/**
 * Which of the provider's messages came in: `inboundMessages` for those that are stored, `triage` for those that wait.
 */
export interface Inbound {
  /** Those of the provider ids that are neither stored nor kept. */
  missing(providerMessageIds: readonly string[]): Promise<Set<string>>
  /**
   * Keeps a message in triage, with what it changes on guests. Unresolved when its provider id is on record already.
   */
  keep(message: KeptMessage, guests: readonly DueGuestChange[]): Promise<Commit<unknown>>
  /** Undefined when the cursor is none of ours. */
  page(list: TriageList, cursor: string | undefined): Promise<TriagePage | undefined>
  entry(entryId: string): Promise<Versioned<TriageEntry> | undefined>
  /** The entries of one sender in that place, oldest first; the first ones where there are very many. */
  ofSender(sender: TriageSender, place: TriageStatus): Promise<TriageEntry[]>
  /** Only if the entry still is as it was read. */
  move(entryId: string, revision: Revision, move: TriageMove, extras: CommitExtras): Promise<Commit<unknown>>
  /** Whether staff have said that what the sender writes is spam. */
  isSpam(sender: TriageSender): Promise<boolean>
  /** Without a mark the sender is no longer one of spam. */
  markSpam(
    sender: TriageSender,
    mark: { by: string; at: Date } | undefined,
    extras: CommitExtras,
  ): Promise<void>
}

export interface TriageSender {
  channel: ChannelName
  from: string
}
