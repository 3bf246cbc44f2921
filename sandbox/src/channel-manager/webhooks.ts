/** Webhooks of registrations: without a signature, with the headers of the registration. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asObject, sleep } from '../core/values.ts'
import type { Reply } from '../core/vendor.ts'
import type { Channel } from './model.ts'
import { data, invalid, page, refusal, success } from './replies.ts'
import type { Revision, Store, Webhook } from './store.ts'

const input = z.object({
  property_id: z.string().nullish(),
  callback_url: z.url(),
  event_mask: z.string().min(1),
  headers: z.record(z.string(), z.string()).nullish(),
  is_active: z.boolean().default(false),
  send_data: z.boolean().default(false),
  is_global: z.boolean().default(false),
})

const showWebhook = (webhook: Webhook) => ({
  type: 'webhook',
  id: webhook.id,
  attributes: {
    id: webhook.id,
    property_id: webhook.propertyId,
    is_global: webhook.propertyId === null,
    callback_url: webhook.callbackUrl,
    event_mask: webhook.eventMask,
    headers: webhook.headers,
    is_active: webhook.isActive,
    send_data: webhook.sendData,
  },
})

export function createWebhook(store: Store, body: unknown): Reply {
  const parsed = input.safeParse(asObject(asObject(body).webhook))
  if (!parsed.success) {
    throw invalid(
      Object.fromEntries(parsed.error.issues.map(issue => [String(issue.path[0]), ['is invalid']])),
    )
  }
  const value = parsed.data
  const isKnown = value.property_id && store.properties.has(value.property_id)
  if (value.is_global ? value.property_id : !isKnown) throw invalid({ property_id: ['is invalid'] })
  const webhook: Webhook = {
    id: randomUUID(),
    propertyId: value.property_id ?? null,
    callbackUrl: value.callback_url,
    eventMask: value.event_mask,
    headers: value.headers ?? {},
    isActive: value.is_active,
    sendData: value.send_data,
  }
  store.webhooks.set(webhook.id, webhook)
  return data(showWebhook(webhook), 201)
}

export function listWebhooks(store: Store, query: URLSearchParams): Reply {
  const propertyId = query.get('filter[property_id]')
  const webhooks = [...store.webhooks.values()].filter(
    one => propertyId === null || one.propertyId === propertyId,
  )
  return page(webhooks, query, showWebhook)
}

export function readWebhook(store: Store, id: string): Reply {
  const webhook = store.webhooks.get(id)
  if (!webhook) throw refusal(404)
  return data(showWebhook(webhook))
}

export function deleteWebhook(store: Store, id: string): Reply {
  if (!store.webhooks.delete(id)) throw refusal(404)
  return success()
}

/** Webhooks for an event of a property: the property's own, or the account's. */
function listeners(store: Store, propertyId: string, event: string): Webhook[] {
  const listening = [...store.webhooks.values()].filter(
    one => one.isActive && (one.eventMask === '*' || one.eventMask.split(';').includes(event)),
  )
  const own = listening.filter(one => one.propertyId === propertyId)
  return own.length > 0 ? own : listening.filter(one => one.propertyId === null)
}

export interface Delivery {
  readonly url: string
  readonly event: string
  /** Null without an answer. */
  readonly status: number | null
}

/** One call; null without an answer. */
export const callOnce = (url: string, headers: Readonly<Record<string, string>>, payload: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(60_000),
  }).then(
    response => response.status,
    () => null,
  )

/** Retried on 5xx only; a failed connection is given up, as at the vendor. */
export async function postWebhook(url: string, headers: Readonly<Record<string, string>>, payload: object) {
  for (let attempt = 1; ; attempt += 1) {
    const status = await callOnce(url, headers, payload)
    if (status === null || status < 500 || attempt === 3) return status
    await sleep(attempt * 200)
  }
}

async function announce(
  store: Store,
  propertyId: string,
  event: string,
  payloadOf: (webhook: Webhook) => object,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  for (const webhook of listeners(store, propertyId, event)) {
    const body = {
      event,
      payload: payloadOf(webhook),
      property_id: propertyId,
      timestamp: new Date().toISOString(),
    }
    const status = await postWebhook(webhook.callbackUrl, webhook.headers, body)
    deliveries.push({ url: webhook.callbackUrl, event, status })
  }
  return deliveries
}

/** Announces an event of a channel. Never rejects. */
export async function announceChannel(store: Store, channel: Channel, event: string): Promise<void> {
  const { id, title, propertyIds } = channel
  const payload = { channel_id: id, title, ota_name: store.adapter(channel.adapter).title }
  for (const propertyId of propertyIds) await announce(store, propertyId, event, () => payload)
}

function announceRevision(store: Store, revision: Revision, event: string): Promise<Delivery[]> {
  const { booking_id, unique_id, status } = revision.attributes
  const summary = { booking_id, unique_id, status, booking_revision_id: revision.id }
  return announce(store, revision.propertyId, event, ({ sendData }) =>
    sendData ? { ...revision.attributes, ...summary } : summary,
  )
}

/** Tells every listener about the revisions, one call at a time. */
export async function announceRevisions(store: Store, revisions: readonly Revision[]): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  for (const revision of revisions) {
    deliveries.push(...(await announceRevision(store, revision, 'booking')))
    if (revision.unmapped)
      deliveries.push(...(await announceRevision(store, revision, 'booking_unmapped_room')))
  }
  return deliveries
}
