/** How a host's consent makes a channel: a link of ours, the host's word in a browser, the way back. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asObject } from '../core/values.ts'
import { json, Refusal, type Reply, type VendorRequest } from '../core/vendor.ts'
import { airbnb } from './adapters.ts'
import { findChannel } from './channels.ts'
import type { ConnectionLink, Host } from './hosts.ts'
import type { Channel } from './model.ts'
import { data, errorBody, refusal } from './replies.ts'
import type { Store } from './store.ts'

const linkMs = 2 * 3_600_000

const input = z.object({
  group_id: z.string().min(1),
  properties: z.array(z.string()).min(1),
  redirect_uri: z.url(),
  failure_redirect_uri: z.url(),
  token: z.string().min(1),
  title: z.string().min(1),
  channel_id: z.string().optional(),
  settings: z
    .object({
      min_stay_type: z.enum(['Arrival', 'Through']).optional(),
      booking_amount_settings: z.enum(['Payout Amount', 'Total Paid Amount']).optional(),
      cohost_payout_calculations: z.boolean().optional(),
    })
    .optional(),
})

/** `bad_request`, by argument, though the status is 422. */
const badArguments = (details: Record<string, readonly string[]>): Refusal =>
  new Refusal(json(422, { errors: { code: 'bad_request', title: 'Bad Request', details } }))

export function makeLink(store: Store, { body, headers }: VendorRequest): Reply {
  const parsed = input.safeParse(asObject(asObject(body).connection_link))
  if (!parsed.success)
    throw badArguments(
      Object.fromEntries(parsed.error.issues.map(({ path }) => [String(path[0]), ['is invalid']])),
    )
  const { group_id, properties, channel_id, ...told } = parsed.data
  const groups = properties.map(id => store.properties.get(id)?.groupId)
  if (groups.includes(undefined)) throw badArguments({ properties: ['is invalid'] })
  if (groups.some(group => group !== group_id)) throw badArguments({ group_id: ['is invalid'] })
  if (channel_id !== undefined && !store.channels.get(channel_id)?.consent)
    throw badArguments({ channel_id: ['is invalid'] })
  const link: ConnectionLink = {
    ...{ id: randomUUID(), groupId: group_id, propertyIds: properties, channelId: channel_id },
    ...{ redirectUri: told.redirect_uri, failureRedirectUri: told.failure_redirect_uri },
    ...{ token: told.token, title: told.title, endsAt: Date.now() + linkMs },
  }
  store.links.set(link.id, link)
  const url = `http://${headers.host}/channel-manager/consent/${link.id}`
  return data({ type: 'connection_link', attributes: { url } })
}

/** What the host's browser asks for: `?host=ID`, who is signed in there. No key of ours goes with it. */
export function openLink(store: Store, { method, path, query }: VendorRequest): Reply | undefined {
  const [, page, id = ''] = path.split('/')
  if (method !== 'GET' || page !== 'consent') return undefined
  const link = store.links.get(id)
  if (!link || Date.now() >= link.endsAt) return { status: 410, body: errorBody(404) }
  const host = store.hosts.get(query.get('host') ?? '')
  if (host?.behaviour !== 'ok') return goTo(link.failureRedirectUri, { success: 'false', token: link.token })
  const channel = consented(store, link, host)
  return goTo(link.redirectUri, { success: 'true', channel_id: channel.id, token: link.token })
}

function goTo(address: string, told: Readonly<Record<string, string>>): Reply {
  const url = new URL(address)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href } }
}

/** One account is one channel: consenting again renews its token. */
function consented(store: Store, link: ConnectionLink, { id: hostId }: Host): Channel {
  const known =
    store.channels.get(link.channelId ?? '') ??
    [...store.channels.values()].find(({ consent }) => consent?.hostId === hostId)
  const token = `oauth-${randomUUID()}`
  if (known?.consent) {
    known.consent.token = token
    return known
  }
  const channel: Channel = {
    ...{ id: randomUUID(), adapter: airbnb.code, title: link.title, groupId: link.groupId },
    // Properties come with the listings that are mapped to them.
    ...{ propertyIds: [], hotelId: '', hotelIdIsNumber: false, isActive: false, removalDate: null },
    ...{ mappings: [], insertedAt: new Date().toISOString(), loaded: new Set<string>() },
    consent: { hostId, token, mapped: [], coming: [] },
  }
  store.channels.set(channel.id, channel)
  return channel
}

/** The channel, if it came to be by consent. */
export function consentOf(store: Store, id: string) {
  const channel = findChannel(store, id)
  if (!channel.consent) throw refusal(404)
  return { channel, consent: channel.consent }
}
