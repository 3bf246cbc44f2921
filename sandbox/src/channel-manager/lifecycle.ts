/** Readiness, activation and what the OTA said about it. */

import type { Reply } from '../core/vendor.ts'
import { json } from '../core/vendor.ts'
import { findChannel } from './channels.ts'
import type { Channel } from './model.ts'
import { data, invalid, page, refusal, success } from './replies.ts'
import { showChannel } from './show-channel.ts'
import type { ChannelEvent, Store } from './store.ts'
import { announceChannel } from './webhooks.ts'

interface Blocker {
  readonly entity: string
  readonly relation: string
  readonly error_code: string
}

function blockers(channel: Channel): readonly Blocker[] {
  const found: Blocker[] = []
  if (channel.propertyIds.length === 0) {
    found.push({ entity: 'channel', relation: 'properties', error_code: 'properties_missing' })
  }
  if (channel.mappings.length === 0) {
    found.push({ entity: 'channel', relation: 'rate_plans', error_code: 'mappings_missing' })
  }
  return found
}

/** Always 200: `data` lists the blockers, if any. */
export function checkReadiness(store: Store, id: string): Reply {
  const found = blockers(findChannel(store, id))
  if (found.length > 0) return json(200, { data: found, meta: { message: 'Error' } })
  return json(200, { data: [], meta: { message: 'Success' } })
}

export function activate(store: Store, id: string): Reply {
  const channel = findChannel(store, id)
  const found = blockers(channel)
  if (found.length > 0)
    throw invalid(Object.fromEntries(found.map(one => [one.relation, ["can't be blank"]])))
  if (channel.hotelIdIsNumber) throw invalid({ settings: ['invalid settings'] })
  const behaviour = store.hotel(channel.hotelId)?.behaviour
  if (behaviour === 'activation-refused' || behaviour === 'agreement-pending') {
    // As an array: the vendor's details are not always an object.
    throw invalid([
      `Hotel is not open on ${store.adapter(channel.adapter).title}`,
      'XML connection is not accepted',
    ])
  }
  channel.isActive = true
  channel.removalDate = null
  const reply = '<OTA_HotelAvailNotifRS><Success/></OTA_HotelAvailNotifRS>'
  store.addEvent({ channelId: channel.id, name: 'sync', result: 'success', reply })
  return json(200, { data: showChannel(store, channel), meta: { message: 'Success' } })
}

/** The vendor removes a channel that has been off for a month. */
const retentionMs = 30 * 24 * 3_600_000

/** Keeps the mappings. A channel that is not active cannot be deactivated. */
export function deactivate(store: Store, id: string): Reply {
  const channel = findChannel(store, id)
  if (!channel.isActive) throw invalid({ channel: ['is not active'] })
  channel.isActive = false
  channel.removalDate = new Date(Date.now() + retentionMs).toISOString().slice(0, 10)
  // Not awaited: the vendor's webhooks follow its reply.
  void announceChannel(store, channel, 'deactivate_channel')
  return success()
}

export const showEvent = (event: ChannelEvent) => ({
  type: 'channel_event',
  id: event.id,
  attributes: {
    id: event.id,
    channel_id: event.channelId,
    name: event.name,
    inserted_at: event.insertedAt,
    payload: { result: event.result },
  },
})

export function listEvents(store: Store, query: URLSearchParams): Reply {
  const channelId = query.get('filter[channel_id]')
  const events = store.events.filter(event => channelId === null || event.channelId === channelId)
  return page(events.toReversed(), query, showEvent)
}

export function eventLogs(store: Store, id: string): Reply {
  const event = store.events.find(one => one.id === id)
  if (!event) throw refusal(404)
  const attributes = { id: event.id, inserted_at: event.insertedAt, request: '', response: event.reply }
  return data([{ type: 'channel_event_log', id: event.id, attributes }])
}
