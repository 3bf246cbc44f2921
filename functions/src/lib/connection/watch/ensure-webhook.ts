import type { Webhooks } from './ports.ts'

/** Beyond this, what we register is not shown as we register it, and one more would not help. */
const mostOthers = 3

/**
 * Registers our webhook for the property unless it is registered. Whoever registers looks again afterwards, and of two
 * that were made at the same time removes the same one as the other. What ours replaces goes too.
 */
export async function ensureWebhook(webhooks: Webhooks, channelManagerPropertyId: string): Promise<void> {
  let { complete, others } = await webhooks.registered(channelManagerPropertyId)
  if (complete.length === 0 && others.length < mostOthers) {
    await webhooks.register(channelManagerPropertyId)
    ;({ complete, others } = await webhooks.registered(channelManagerPropertyId))
  }
  if (complete.length === 0) return
  for (const surplus of [...complete.toSorted().slice(1), ...others]) await webhooks.remove(surplus)
}
