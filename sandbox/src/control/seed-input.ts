/** `POST /_sandbox/seed`: a test adds its own properties and hotels. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { bookingCom } from '../channel-manager/adapters.ts'
import { messagesCode } from '../channel-manager/messages/model.ts'
import { behaviours, type Hotel, type ManagedProperty } from '../channel-manager/model.ts'

const numericId = z.coerce.number().int()

const property = z
  .object({
    id: z.string().min(1),
    title: z.string().default('Seeded property'),
    groupId: z.string().default(() => randomUUID()),
    currency: z.string().default('EUR'),
    removalDate: z.iso.date().optional(),
    roomTypes: z
      .array(
        z.object({
          id: z.string().min(1),
          title: z.string(),
          capacity: z.int().default(2),
          units: z.int().positive().optional(),
          ratePlans: z
            .array(z.object({ id: z.string().min(1), title: z.string(), occupancy: z.int() }))
            .default([]),
        }),
      )
      .default([]),
  })
  .transform((value): ManagedProperty => value)

/** The store converts it into the form of the hotel's OTA. */
const rateId = z.union([z.int(), z.string().min(1)])

const rate = z.object({
  id: rateId,
  title: z.string(),
  maxPersons: z.int().nullable().default(null),
  occupancies: z.array(z.int()).default([]),
  readonly: z.boolean().default(false),
  // The vendor writes "no parent" as an empty text; a seed may too.
  parentRateId: z
    .union([rateId, z.literal(''), z.null()])
    .default(null)
    .transform(value => (value === '' ? null : value)),
})

const room = z.object({
  id: numericId,
  title: z.string(),
  maxChildren: z.int().nullable().default(null),
  rates: z.array(rate).default([]),
})

const decimal = z.union([z.number().transform(value => value.toFixed(2)), z.string()])

const guest = z
  .object({
    name: z.string().default(''),
    surname: z.string().default(''),
    mail: z.string().default(''),
    phone: z.string().default(''),
  })
  .prefault({})

const reservation = z.object({
  code: z.coerce.string(),
  roomId: numericId,
  rateId,
  arrival: z.iso.date(),
  departure: z.iso.date(),
  guest,
  amount: decimal.default('0.00'),
  currency: z.string().default('EUR'),
})

const hotel = z
  .object({
    hotelId: z.coerce.string(),
    adapter: z.string().default(bookingCom.code),
    pricingType: z.enum(['Standard', 'OBP']).default('Standard'),
    currency: z.string().default('EUR'),
    behaviour: z.enum(behaviours).default('ok'),
    keepsLeftOut: z.boolean().optional(),
    createsBy: z.literal('number').optional(),
    inventory: z
      .object({
        availability: z.int().nonnegative().optional(),
        stopSell: z.boolean().optional(),
        rate: decimal.nullable().optional(),
      })
      .optional(),
    rooms: z.array(room).default([]),
    reservations: z.array(reservation).default([]),
    /** Counted from this call. */
    becomes: z.object({ behaviour: z.enum(behaviours), afterMs: z.number().nonnegative() }).optional(),
  })
  .transform(
    ({ becomes, ...hotel }): Hotel => ({
      ...hotel,
      ...(becomes && { becomes: { behaviour: becomes.behaviour, at: Date.now() + becomes.afterMs } }),
    }),
  )

/** `values` as the channel manager names them: `availability`, `rate`, `stop_sell`, … */
const inventoryChange = z.object({
  propertyId: z.string().min(1),
  roomTypeId: z.string().optional(),
  ratePlanId: z.string().optional(),
  from: z.iso.date(),
  to: z.iso.date(),
  values: z.record(z.string(), z.unknown()),
})

/** A booking without a hotel: for the feed, and for messages. */
const booking = z.object({
  id: z.string().min(1),
  propertyId: z.string().min(1),
  arrival: z.iso.date(),
  departure: z.iso.date(),
  guest,
  provider: z.string().default('BookingCom'),
})
export type SeedBooking = z.infer<typeof booking>

export const seedInput = z.object({
  vendor: z.literal('channel-manager').default('channel-manager'),
  properties: z.array(property).default([]),
  hotels: z.array(hotel).default([]),
  applications: z
    .array(z.object({ propertyId: z.string().min(1), code: z.string().default(messagesCode) }))
    .default([]),
  bookings: z.array(booking).default([]),
  inventory: z.array(inventoryChange).default([]),
  /** The catalogue's monthly price of the application of messages; null as on the staging system. */
  messagesPrice: z.string().nullable().optional(),
})

export const bookingInput = z.object({
  hotelId: z.coerce.string(),
  status: z.enum(['new', 'modified', 'cancelled']).default('new'),
  reservation,
  /** Overrides the vendor's attributes; null removes one. */
  attributes: z.record(z.string(), z.unknown()).default({}),
  /** False: the webhook call is lost. */
  announce: z.boolean().default(true),
})
