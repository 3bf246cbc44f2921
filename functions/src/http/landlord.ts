import * as z from 'zod'
import { otaNames } from '../lib/connection/otas.ts'
import { myHome, myThreads } from '../lib/landlord/my-home.ts'
import { ok, route } from './route.ts'

const day = z.string().meta({ description: 'YYYY-MM-DD.' })

export const landlordHome = z
  .object({
    properties: z.array(
      z.object({
        propertyId: z.string(),
        name: z.string(),
        channels: z.array(
          z.object({ channelId: z.string(), ota: z.string(), status: z.string(), hotelId: z.string() }),
        ),
        requests: z.array(
          z.object({
            requestId: z.string(),
            ota: z.string(),
            status: z.string().meta({ description: '`pending`, `completed` or `rejected`.' }),
            createdAt: z.date().nullable(),
            isLeftToUs: z.boolean().meta({
              description: "It waits for the OTA's acceptance, and is tried again by itself.",
            }),
            rejection: z
              .object({ detail: z.string(), nextAction: z.string() })
              .nullable()
              .meta({ description: 'What a landlord can do about it; null for what we have to mend.' }),
          }),
        ),
        stays: z
          .array(
            z.object({
              reservationId: z.string(),
              arrival: day,
              departure: day,
              status: z.string().nullable(),
              ota: z.string().nullable(),
            }),
          )
          .meta({ description: 'Those that have not ended, 30 at most.' }),
      }),
    ),
    invoices: z.array(
      z.object({
        invoiceId: z.string(),
        amount: z.number().meta({ description: 'Minor units.' }),
        currency: z.string(),
        status: z.string(),
      }),
    ),
    otas: z.array(z.string()).meta({ description: 'What a connection can be asked for.' }),
  })
  .meta({ id: 'LandlordHome' })

export const landlordThreads = z
  .object({
    threads: z.array(
      z.object({
        threadId: z.string(),
        source: z.string(),
        propertyId: z.string().nullable(),
        guestName: z.string().nullable(),
        lastMessage: z
          .object({
            body: z.string().nullish(),
            authorId: z.string().nullish(),
            createdAt: z.date().nullish(),
          })
          .loose()
          .nullable(),
        updatedAt: z.date().nullable(),
        unread: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'LandlordThreads' })

export const landlordRoutes = [
  route({
    method: 'GET',
    path: '/api/landlord',
    access: 'landlord',
    id: 'landlordHome',
    summary: "See a landlord's own properties and invoices",
    description: 'With channels, requests, and stays that have not ended.',
    answers: ok('What is theirs.', landlordHome, {
      properties: [
        {
          propertyId: 'harbour-view',
          name: 'Harbour View',
          channels: [
            { channelId: 'harbour-view_booking', ota: otaNames[0], status: 'active', hotelId: '1234567' },
          ],
          requests: [],
          stays: [
            {
              reservationId: 'stay-1',
              arrival: '2026-12-01',
              departure: '2026-12-05',
              status: 'confirmed',
              ota: otaNames[0],
            },
          ],
        },
      ],
      invoices: [{ invoiceId: 'invoice-1', amount: 4900, currency: 'EUR', status: 'open' }],
      otas: [...otaNames],
    }),
    handle: async ({ caller, context }) => ({ ...(await myHome(context, caller)), otas: [...otaNames] }),
  }),
  route({
    method: 'GET',
    path: '/api/landlord/threads',
    access: 'landlord',
    id: 'landlordThreads',
    summary: "See a landlord's own threads",
    description: 'Those in which they take part as members, the newest 100, without notes.',
    answers: ok('Their threads, newest first.', landlordThreads, { threads: [] }),
    handle: async ({ caller, context }) => ({ threads: await myThreads(context, caller) }),
  }),
]
