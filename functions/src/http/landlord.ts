import { otaNames } from '../lib/connection/otas.ts'
import { landlordHome, landlordThreads, myHome, myThreads } from '../lib/landlord/my-home.ts'
import { ok, route } from './route.ts'

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
    description: 'The newest 100 threads of which the landlord is a member, without notes.',
    answers: ok('Their threads, newest first.', landlordThreads, { threads: [] }),
    handle: async ({ caller, context }) => ({ threads: await myThreads(context, caller) }),
  }),
]
