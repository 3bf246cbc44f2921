import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import type { CheckpointKind, Checkpoints } from '../../rounds/checkpoints.ts'
import type { Webhooks } from './ports.ts'

/** `checkpoints/webhook`: the id of ours. */
const kept: CheckpointKind<{ id?: string | undefined }> = {
  ...{ name: 'webhook', schema: z.object({ id: z.string().min(1).optional().catch(undefined) }) },
}

/** With more than this, registrations evidently are not listed as we make them, and another would not help. */
const mostIncomplete = 3
/** Outdated ones removed at a time; the next run goes on. */
const removedAtATime = 50

/** Ensures our webhook; without it, bookings arrive with the next sweep of the feed. */
export const keepWebhook = (deps: Needs<'operations' | 'webhooks'>): Promise<unknown> =>
  bestEffort(deps.log, 'registration of the webhook', () => ensureWebhook(deps))

interface EnsureDeps {
  webhooks: Webhooks
  operations: Checkpoints
}

/**
 * Registers our webhook unless it is registered. Lists again afterwards, so that of two concurrent registrations both
 * processes keep the same one. Its id is stored once no outdated one is left.
 */
export async function ensureWebhook({ webhooks, operations }: EnsureDeps): Promise<void> {
  const stored = await operations.checkpoint(kept)
  if (stored?.value.id && (await webhooks.isComplete(stored.value.id))) return
  let found = await webhooks.registered()
  if (found.complete.length === 0 && found.incomplete.length < mostIncomplete) {
    await webhooks.register()
    found = await webhooks.registered()
  }
  const [id, ...surplus] = found.complete.toSorted()
  if (id === undefined) return
  const outdated = [...surplus, ...found.incomplete, ...found.ofProperties]
  for (const one of outdated.slice(0, removedAtATime)) await webhooks.remove(one)
  if (outdated.length <= removedAtATime) await operations.saveCheckpoint(kept, { id }, stored?.revision)
}
