import type { Firestore } from 'firebase-admin/firestore'
import { algoliaThreadIndex } from '../../../functions/src/adapters/algolia/thread-index.ts'
import { auditLog } from '../../../functions/src/adapters/firestore/company.ts'
import { threads } from '../../../functions/src/adapters/firestore/threads.ts'
import { guestPlatform } from '../../../functions/src/adapters/guest-platform/guest-platform.ts'
import { systemClock } from '../../../functions/src/adapters/system.ts'
import { twilioErasure } from '../../../functions/src/adapters/twilio/erasure.ts'
import { projectThread } from '../../../functions/src/lib/chat/search/sync-thread.ts'
import { isDocumentId } from '../../../functions/src/lib/identifiers.ts'
import { firestoreByEnvironment } from '../../firestore.ts'
import { StackError } from '../../stack/errors.ts'
import type { Entry } from '../entry.ts'
import { vendorAccess } from '../vendors.ts'
import { copiesOf } from './copies.ts'
import { type Counts, countsOf, type EraseDeps, eraseGuest } from './erase-guest.ts'
import { exportGuest } from './export-guest.ts'

export interface GuestOptions {
  guest?: string | undefined
  project?: string | undefined
  'dry-run': boolean
}

/** `export-guest`: the last line holds everything; how much it is stands above it. */
export async function exportCommand(db: Firestore, options: GuestOptions, entry: Entry): Promise<object> {
  const { guest, 'dry-run': dryRun } = options
  const guestId = idOf(guest, 'export-guest')
  const { counts, documents } = await exportGuest(db, guestId)
  show(counts)
  if (dryRun) return { guest: guestId, counts, dryRun }
  await auditLog(firestoreByEnvironment(db)).append(entry('guest.export', 'guest', guestId, { ...counts }))
  return { guest: guestId, counts, documents }
}

/** `erase-guest`: counts, erases, and says what is left to be done again. */
export async function eraseCommand(db: Firestore, options: GuestOptions, entry: Entry): Promise<object> {
  const guestId = idOf(options.guest, 'erase-guest')
  const copies = await copiesOf(db, guestId)
  show(countsOf(copies))
  if (copies.sharedAddresses.length > 0)
    console.log('another guest has an address of theirs, too: entries of triage that only it tells of stay')
  const dryRun = options['dry-run']
  if (dryRun) return { guest: guestId, counts: countsOf(copies), left: 0, dryRun }
  const deps = eraseDeps(db, await vendorAccess(process.env, options.project))
  const { counts, left } = await eraseGuest(deps, guestId, found =>
    entry('guest.erase', 'guest', guestId, { ...found }),
  )
  if (left > 0) {
    console.log(`${left} could not be erased yet: run it again`)
    process.exitCode = 1
  }
  return { guest: guestId, counts, left, dryRun }
}

function idOf(guest: string | undefined, command: string): string {
  if (guest !== undefined && isDocumentId(guest)) return guest
  throw new StackError(`${command} needs --guest`, 'The id of a document in guests.')
}

const show = (counts: Counts): void => {
  for (const [what, count] of Object.entries(counts))
    console.log(`${what.padEnd(14)}${String(count).padStart(6)}`)
}

/** With the vendors as they are accessible. */
export function eraseDeps(
  db: Firestore,
  { twilio, algolia, guestPlatform: platform }: Awaited<ReturnType<typeof vendorAccess>>,
): EraseDeps {
  const index = algolia && algoliaThreadIndex(algolia)
  return {
    db,
    now: systemClock.now,
    provider: twilio && twilioErasure(twilio),
    guestPlatform: platform && guestPlatform(platform),
    syncThread: async threadId => {
      if (index)
        await projectThread(
          { threads: threads(firestoreByEnvironment(db)), index: async () => index },
          threadId,
        )
    },
    onFailure: (what, error) =>
      console.error(`${what}: ${error instanceof Error ? error.message : 'failed'}`),
  }
}
