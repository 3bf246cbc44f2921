import * as z from 'zod'
import { csvOf } from '../lib/chat/reports/ledger-csv.ts'
import { morning, morningCounts } from '../lib/chat/reports/morning.ts'
import { overview, overviewCounts } from '../lib/chat/reports/overview.ts'
import {
  ledgerPage,
  ledgerQuery,
  ledgerTallies,
  mostDays,
  mostRecords,
  readLedger,
} from '../lib/chat/reports/read-ledger.ts'
import { tableReply } from './reply.ts'
import { ok, route } from './route.ts'

const tally = {
  asked: 3,
  ended: 3,
  inTime: 2,
  missed: 1,
  share: 2 / 3,
  medianMinutes: 14,
  p90Minutes: 66.8,
}

export const deskRoutes = [
  route({
    method: 'GET',
    path: '/api/overview',
    access: 'staff',
    id: 'overview',
    summary: 'Count what there is to do',
    description: [
      '`mine`: owned by the caller, and open or waiting for the guest.',
      '`unassigned`: a guest waits and nobody owns it.',
      '`overdue`: the answer is late, whatever the state.',
      'The others count threads by their state. Threads that nobody has waited in are in none.',
    ].join(' '),
    answers: ok('How many threads stand in each view, and what waits beside them.', overviewCounts, {
      views: { mine: 4, unassigned: 2, overdue: 1, waiting: 11, snoozed: 3, done: 120, open: 7 },
      waiting: { items: 5, triage: 2, requests: 3 },
      at: '2026-11-24T08:00:00.000Z',
    }),
    handle: ({ context, caller }) => overview(context, caller),
  }),
  route({
    method: 'GET',
    path: '/api/morning',
    access: 'staff',
    id: 'morning',
    summary: 'Count what waits beside the threads, and what became of sends',
    description:
      'Of the last seven days: `arrived` (delivered or read), `accepted` by the provider, `waiting` to be sent, `failed` or of unknown outcome.',
    answers: ok('The counts.', morningCounts, {
      items: [{ kind: 'send-failed', count: 2 }],
      allItems: 5,
      requests: 3,
      deliveries: [{ channel: 'chatapp', arrived: 120, accepted: 4, waiting: 1, failed: 2 }],
      since: '2026-11-17T08:00:00.000Z',
    }),
    handle: ({ context, caller }) => morning(context, caller),
  }),
  route({
    method: 'GET',
    path: '/api/ledger',
    access: 'staff',
    id: 'readLedger',
    summary: 'See how fast guests are answered',
    description: [
      `Of the waits that began on these days, ${mostDays} days and ${mostRecords} records at most.`,
      'Where there are more, `days` ends early, all but `days` is of these days, and `nextCursor` asks for those that follow; only a day with more records than that is itself in parts.',
      'Closings count as ended, and as missed when the deadline was over; they have no part in minutes.',
      '`format=csv` answers with the records, and with a `Link` to the next page.',
    ].join(' '),
    query: ledgerQuery,
    answers: [
      {
        status: 200,
        says: 'The days, and the same by channel, team and property; or the records as a table.',
        schema: ledgerTallies,
        headers: ['Link'],
        orElse: { 'text/csv': z.string() },
        example: {
          days: [{ day: '2026-11-24', ...tally }],
          total: tally,
          byChannel: [{ channel: 'chatapp', ...tally }],
          byTeam: [{ teamId: 'front-desk', name: 'Front desk', ...tally }],
          byProperty: [{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View', ...tally }],
          closings: { 'answered-elsewhere': 0, 'no-answer-needed': 0, spam: 0, other: 0 },
          nextCursor: null,
        },
      },
    ],
    async handle({ context, query, request }) {
      if (query.format === 'json') return readLedger(context, query)
      const { records, nextCursor } = await ledgerPage(context, query)
      const name = `ledger-${query.from}-${query.to}`
      return tableReply(csvOf(records), { name, path: request.path, query, nextCursor })
    },
  }),
]
