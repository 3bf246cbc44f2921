import * as z from 'zod'
import { aboutThread, mostStays } from '../../lib/chat/desk/about-thread.ts'
import type { AboutThread } from '../../lib/chat/desk/ports.ts'
import { ok } from '../docs.ts'
import { idIn, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const day = z.string().nullable().meta({ description: 'A day, YYYY-MM-DD.' })

const text = z.string().nullable()
const contact = { name: text, phone: text, email: text }

const stay = z
  .object({
    reservationId: z.string(),
    propertyId: z.string().nullable(),
    arrival: day,
    departure: day,
    status: z.string().optional(),
    party: z
      .union([z.number(), z.object({ adults: z.number(), children: z.number(), infants: z.number() })])
      .optional()
      .meta({ description: 'Who comes, or how many people where nothing else is stored.' }),
    amount: z.number().optional().meta({ description: 'In minor units of `currency`.' }),
    currency: z.string().optional(),
    ota: z.string().optional(),
    otaBookingNumber: z.string().optional(),
    leadGuest: z.object(contact).optional().meta({
      description: "Whom the booking names. Several bookings may share a guest's number.",
    }),
    notes: z.string().optional().meta({ description: "The guest's wishes, from the OTA." }),
    arrivalTime: z.string().optional(),
  })
  .meta({ id: 'Stay', description: 'What is not stored is absent.' })

const reply = replyOf<AboutThread>()(
  z
    .object({
      guest: z
        .object({
          guestId: z.string(),
          ...contact,
          optedOut: z.record(z.string(), z.date()).meta({ description: 'Since when, by channel.' }),
        })
        .nullable(),
      stay: stay.nullable(),
      otherStays: z
        .array(stay)
        .meta({ description: `Of the same guest, the latest arrival first; ${mostStays} at most.` }),
      property: z
        .object({ propertyId: z.string(), name: z.string(), timeZone: text, landlordId: text })
        .nullable(),
    })
    .meta({ id: 'AboutThread' }),
)

export const aboutThreadRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/about',
  access: 'staff',
  answer({ context, params }) {
    return aboutThread(context, idIn(params))
  },
  docs: () => ({
    id: 'aboutThread',
    summary: 'Read whom and what a thread is about',
    description: 'What is not known, or not stored any more, is null.',
    answers: ok('Guest, stays and property.', reply, {
      guest: {
        ...{ guestId: 'maria', name: 'Maria Rossi', phone: '+393331234567', email: null },
        optedOut: {},
      },
      stay: {
        ...{ reservationId: 'stay-1', propertyId: 'harbour-view-guesthouse' },
        ...{ arrival: '2026-11-24', departure: '2026-11-27', status: 'confirmed', ota: 'booking' },
        ...{ amount: 41_250, currency: 'GBP', party: { adults: 2, children: 1, infants: 0 } },
        otaBookingNumber: '4711',
        notes: 'A quiet room, please.',
        arrivalTime: '15:00',
        leadGuest: { name: 'Paolo Rossi', phone: '+393331234567', email: null },
      },
      otherStays: [],
      property: {
        ...{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View', timeZone: 'Europe/London' },
        landlordId: 'lars',
      },
    }),
    codes: ['thread-not-found'],
  }),
})
