import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { collection, put, type Store } from '../../store.ts'
import type { Webhooks } from './ports.ts'

/** Our webhook's id. */
const webhookRecord = collection(
  'checkpoints/{name}',
  z.object({ id: z.string().min(1).optional().catch(undefined) }),
).at('webhook')

/** A longer list shows registrations otherwise than we make them: another would not help. */
const mostIncomplete = 3
/** Per run. */
const removedAtATime = 50

/** Otherwise bookings wait for the next sweep of the feed. */
export const keepWebhook = (deps: Needs<'store' | 'webhooks'>): Promise<unknown> =>
  bestEffort(deps.log, 'registration of the webhook', () => ensureWebhook(deps))

interface EnsureDeps {
  webhooks: Webhooks
  store: Pick<Store, 'read' | 'commit'>
}

/**
 * Lists twice, so that concurrent registrations keep the same webhook; stores the id once no outdated one remains.
 */
export async function ensureWebhook({ webhooks, store }: EnsureDeps): Promise<void> {
  const stored = await store.read(webhookRecord)
  if (stored?.value.id && (await webhooks.isComplete(stored.value.id))) return
  let registrations = await webhooks.registered()
  if (registrations.complete.length === 0 && registrations.incomplete.length < mostIncomplete) {
    await webhooks.register()
    registrations = await webhooks.registered()
  }
  const [id, ...surplus] = registrations.complete.toSorted()
  if (id === undefined) return
  const outdated = [...surplus, ...registrations.incomplete, ...registrations.ofProperties]
  for (const one of outdated.slice(0, removedAtATime)) await webhooks.remove(one)
  if (outdated.length <= removedAtATime) await store.commit([put(webhookRecord, { id }, stored?.revision)])
}
