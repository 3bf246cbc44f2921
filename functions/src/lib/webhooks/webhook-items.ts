import { bestEffort } from '../best-effort.ts'
import type { Needs } from '../context.ts'
import { closeItem, openItem } from '../items/change-item.ts'
import type { NewItem } from '../items/item.ts'
import { type WebhookItems, type WebhookName, webhooks } from './webhooks.ts'

type Deps = Needs<'store' | 'vendorOf'>

const underwayMs = 30_000
const minute = 60_000

/**
 * Only a call proves that a webhook works: a round without news may have met a quiet hour. Failures are logged, since
 * no call must fail by them.
 */
export function webhookItems(deps: Deps): WebhookItems {
  const { clock, log, vendorOf } = deps
  const checkTimes = new Map<WebhookName, number>()
  return {
    missed: (webhook, at) =>
      bestEffort(log, 'the item of a webhook', async () => {
        const now = clock.now()
        if (now.getTime() - at.getTime() < underwayMs) return
        const { name: vendor } = vendorOf(webhooks[webhook].lane)
        log.error('a webhook does not arrive', { alarm: 'webhook-silent', webhook, vendor })
        await openItem(deps, itemOf(webhook, vendor, now))
      }),
    arrived: webhook =>
      bestEffort(log, 'the item of a webhook', async () => {
        const now = clock.now().getTime()
        if (now - (checkTimes.get(webhook) ?? Number.NEGATIVE_INFINITY) < minute) return
        checkTimes.set(webhook, now)
        await closeItem(deps, idOf(webhook))
      }),
  }
}

const idOf = (webhook: WebhookName): string => `webhook-silent_${webhook}`

const itemOf = (webhook: WebhookName, vendor: string, createdAt: Date): NewItem => ({
  id: idOf(webhook),
  kind: 'webhook-silent',
  detail: `${vendor} does not call us about ${webhooks[webhook].news}: we found some only by asking, late.`,
  nextAction: `At ${vendor}, check that our webhook is registered and enabled. Then read the log of "webhooks": where it refuses the calls (403), correct the secret or PUBLIC_URL and deploy. Nothing is lost meanwhile; this is resolved with the next call that arrives.`,
  about: { vendor, webhook },
  createdAt,
})
