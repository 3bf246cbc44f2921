import { z } from 'zod'
import { findChannel } from '../channel-manager/channels.ts'
import { showEvent } from '../channel-manager/lifecycle.ts'
import { addRevision, forget, showRevision } from '../channel-manager/revisions.ts'
import { seedBooking } from '../channel-manager/seed-booking.ts'
import type { Store } from '../channel-manager/store.ts'
import { announceRevisions, postWebhook } from '../channel-manager/webhooks.ts'
import type { SandboxContext } from '../core/context.ts'
import { asObject } from '../core/values.ts'
import { json, Refusal, type Reply } from '../core/vendor.ts'
import { parseControl, projectUrl } from './parse-control.ts'
import { bookingInput, seedInput } from './seed-input.ts'

/** Adds to the state; replaces a property or hotel whose id exists. */
export function seed(store: Store, body: unknown): Reply {
  const { properties, hotels, applications, bookings, inventory, messagesPrice } = parseControl(
    seedInput,
    body,
  )
  for (const property of properties) store.properties.set(property.id, property)
  for (const hotel of hotels) store.addHotel(hotel)
  for (const { propertyId, code } of applications)
    if (!store.messages.isInstalled(propertyId)) store.messages.install(propertyId, code)
  for (const booking of bookings) seedBooking(store, booking)
  store.inventory.push(...inventory)
  if (messagesPrice !== undefined) store.messages.price = messagesPrice
  return json(200, { properties: properties.length, hotels: hotels.length })
}

/** Makes, changes or cancels a booking at the OTA, with webhooks. */
export async function injectBooking(store: Store, body: unknown): Promise<Reply> {
  const { hotelId, reservation, status, attributes, announce } = parseControl(bookingInput, body)
  const channel = store.channelOfHotel(hotelId)
  const revision =
    channel && addRevision(store, channel, store.asOf(channel.adapter, reservation), status, attributes)
  if (!channel || !revision)
    throw new Refusal(json(409, { error: `no channel with a property for ${hotelId}` }))
  channel.loaded.add(reservation.code)
  const webhooks = announce ? await announceRevisions(store, [revision]) : []
  return json(201, { revision: showRevision(revision), webhooks })
}

const forgetInput = z.object({ propertyId: z.string() })

/** Removes unacknowledged bookings from the feed; the list of bookings keeps them. */
export const forgetBookings = (store: Store, body: unknown): Reply =>
  json(200, { forgotten: forget(store, parseControl(forgetInput, body).propertyId) })

const removalInput = z.object({ channelId: z.string(), day: z.iso.date().nullable() })

/** Sets the day of a channel's removal; null for none. */
export function setRemoval(store: Store, body: unknown): Reply {
  const { channelId, day } = parseControl(removalInput, body)
  findChannel(store, channelId).removalDate = day
  return { status: 204 }
}

const eventInput = z
  .object({
    hotelId: z.string().optional(),
    channelId: z.string().optional(),
    name: z.string().default('sync'),
    result: z.string().default('failure'),
    /** The OTA's answer in the event's log. */
    reply: z.string().default('<OTA_HotelAvailNotifRS><Errors/></OTA_HotelAvailNotifRS>'),
    insertedAt: z.string().optional(),
  })
  .refine(({ hotelId, channelId }) => (hotelId ?? channelId) !== undefined, 'needs hotelId or channelId')

/** Adds an OTA's event of a channel, e.g. a failed sync; with `event` calls the project's webhook instead. */
export function addEvent(context: SandboxContext, store: Store, body: unknown): Reply | Promise<Reply> {
  if ('event' in asObject(body)) return triggerWebhook(context, body)
  const { hotelId, channelId, insertedAt, ...event } = parseControl(eventInput, body)
  const id = channelId ?? store.channelOfHotel(hotelId ?? '')?.id
  if (id === undefined) throw new Refusal(json(409, { error: `no channel for ${hotelId}` }))
  return json(201, { event: showEvent(store.addEvent({ channelId: id, ...event }, insertedAt)) })
}

const webhookInput = z.object({
  event: z.string(),
  propertyId: z.string(),
  payload: z.record(z.string(), z.unknown()).default({}),
  /** Empty sends none, as a stranger would. */
  secret: z.string().optional(),
})

/** Calls the project's webhook whether or not it was registered. */
async function triggerWebhook(context: SandboxContext, body: unknown): Promise<Reply> {
  const { event, propertyId, payload, secret } = parseControl(webhookInput, body)
  const proof = secret ?? context.credentials.channelManagerWebhookSecret
  const status = await postWebhook(
    projectUrl(context, '/webhooks/channel-manager'),
    proof === '' ? {} : { 'x-webhook-secret': proof },
    { event, payload, property_id: propertyId, timestamp: new Date().toISOString() },
  )
  return status === null ? json(502, { error: 'the project did not answer' }) : json(200, { status })
}
