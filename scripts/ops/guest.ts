import { algoliaIndex } from '../../functions/src/adapters/algolia/search-index.ts'
import { carrierOf } from '../../functions/src/adapters/carriers.ts'
import { guestPlatform } from '../../functions/src/adapters/guest-platform/guest-platform.ts'
import { storageFiles } from '../../functions/src/adapters/storage/files.ts'
import { twilioErasure } from '../../functions/src/adapters/twilio/erasure.ts'
import { attest } from '../../functions/src/lib/audit.ts'
import { byChannel } from '../../functions/src/lib/chat/channel-types.ts'
import { projectThread } from '../../functions/src/lib/chat/search/sync-thread.ts'
import { isDocumentId } from '../../functions/src/lib/identifiers.ts'
import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { copiesOf } from '../../functions/src/lib/personal-data/copies.ts'
import {
  type Counts,
  countsOf,
  type EraseDeps,
  eraseGuest,
} from '../../functions/src/lib/personal-data/erase-guest.ts'
import { exportGuest } from '../../functions/src/lib/personal-data/export-guest.ts'
import { columns } from '../stack/columns.ts'
import { StackError } from '../stack/errors.ts'
import { actor } from './context.ts'
import { type VendorAccess, vendorAccess } from './vendors.ts'

export interface GuestOptions {
  guest?: string | undefined
  project?: string | undefined
  'dry-run': boolean
}

/** `export-guest`: prints counts; the last line has the documents. */
export async function exportCommand(context: OpsContext, options: GuestOptions): Promise<object> {
  const { guest: named, 'dry-run': dryRun } = options
  const guest = idOf(named, 'export-guest')
  const { counts, documents } = await exportGuest(context, guest)
  show(counts)
  if (dryRun) return { guest, counts, dryRun }
  const about = { action: 'guest.export', targetType: 'guest', targetId: guest, metadata: { ...counts } }
  await attest(context, actor, about)
  return { guest, counts, documents }
}

/** `erase-guest`: prints counts, erases, and prints how many copies could not be erased yet. */
export async function eraseCommand(context: OpsContext, options: GuestOptions): Promise<object> {
  const guest = idOf(options.guest, 'erase-guest')
  const copies = await copiesOf(context, guest)
  show(countsOf(copies))
  if (copies.sharedAddresses.length > 0)
    console.log('another guest has an address of theirs, too: entries of triage that only it tells of stay')
  const dryRun = options['dry-run']
  if (dryRun) return { guest, counts: countsOf(copies), left: 0, dryRun }
  const deps = eraseDeps(context, await vendorAccess(process.env, options.project))
  const { counts, left } = await eraseGuest(deps, actor, guest)
  if (left > 0) {
    console.log(`${left} could not be erased yet: run it again`)
    process.exitCode = 1
  }
  return { guest, counts, left, dryRun }
}

function idOf(guest: string | undefined, command: string): string {
  if (guest !== undefined && isDocumentId(guest)) return guest
  throw new StackError(`${command} needs --guest`, 'The id of a document in guests.')
}

const show = (counts: Counts) =>
  console.log(columns(Object.entries(counts).map(([what, count]) => [what, String(count)])))

/** Without the vendors that `VendorAccess` lacks. */
export function eraseDeps(
  context: OpsContext,
  { twilio, algolia, guestPlatform: platform, storage, optOutKeys = [] }: VendorAccess,
): EraseDeps {
  const index = algolia && algoliaIndex(algolia)
  const erasures = {
    twilio: twilio && twilioErasure(twilio),
    // The channel manager has no call that deletes a message.
    'channel-manager': undefined,
  }
  return {
    ...context,
    rules: { optOutKeys: () => optOutKeys },
    erasures: byChannel(channel => erasures[carrierOf[channel].name]),
    guestPlatform: platform && guestPlatform(platform),
    files: storage && storageFiles(storage),
    syncThread: async threadId => {
      if (index) await projectThread({ store: context.store, index }, threadId)
    },
    onFailure: (what, error) =>
      console.error(`${what}: ${error instanceof Error ? error.message : 'failed'}`),
  }
}
