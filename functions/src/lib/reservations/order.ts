import type { BookingStatus } from './booking.ts'

/** What is compared of two revisions of a booking. */
export interface RevisionMark {
  id: string
  at: Date | null
  status: BookingStatus
}

const rank = { new: 0, modified: 1, cancelled: 2 } satisfies Record<BookingStatus, number>

/**
 * Whether a revision says less than the one a booking was last written by. By time where both tell it; else a booking is
 * first made, then changed, then cancelled. Equals came in the feed's order, which is oldest first.
 */
export function isOlder(revision: RevisionMark, than: RevisionMark): boolean {
  const byTime = revision.at && than.at ? revision.at.getTime() - than.at.getTime() : 0
  return (byTime || rank[revision.status] - rank[than.status]) < 0
}
