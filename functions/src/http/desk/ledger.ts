import * as z from 'zod'
import { closings } from '../../lib/chat/desk/exchange.ts'
import { csvOf } from '../../lib/chat/desk/ledger-csv.ts'
import { type Ledger, ledgerPage, mostRecords, readLedger } from '../../lib/chat/desk/read-ledger.ts'
import type { Tally } from '../../lib/chat/desk/tally.ts'
import { daysBetween } from '../../lib/days.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { recordOf } from '../../lib/record-of.ts'
import { sentDay } from '../../lib/shapes.ts'
import { nextCursor, parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const mostDays = 400

const day = sentDay.meta({ description: 'A day of UTC, YYYY-MM-DD.' })

const filter = z.object({
  from: day,
  to: day,
  teamId: documentId.optional(),
  propertyId: clientId.optional(),
  channel: z.string().min(1).max(64).optional(),
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(4096).optional(),
})

const query = filter.refine(
  ({ from, to }) => {
    const days = daysBetween(from, to) + 1
    return days >= 1 && days <= mostDays
  },
  { path: ['to'], message: `must be from the day of "from" on, ${mostDays} days at most` },
)

const tally = {
  asked: z.number().meta({ description: 'Waits that began.' }),
  ended: z.number().meta({ description: 'Those of them that have ended, by an answer or a closing.' }),
  inTime: z.number().meta({ description: 'Answered by the deadline.' }),
  missed: z.number().meta({ description: 'Not ended by the deadline, whatever became of it afterwards.' }),
  share: z.number().nullable().meta({ description: '`inTime` of what was in time or missed, 0 to 1.' }),
  medianMinutes: z.number().nullable().meta({ description: 'From question to answer; no closings.' }),
  p90Minutes: z.number().nullable(),
} satisfies { [Name in keyof Tally]: z.ZodType }
const name = z.string().nullable().meta({ description: 'Where it is known, of the first hundred.' })

const reply = replyOf<Ledger>()(
  z
    .object({
      days: z.array(z.object({ day: z.string(), ...tally })),
      total: z.object(tally),
      byChannel: z.array(z.object({ channel: z.string(), ...tally })),
      byTeam: z.array(z.object({ teamId: z.string().nullable(), name, ...tally })),
      byProperty: z.array(z.object({ propertyId: z.string().nullable(), name, ...tally })),
      closings: z
        .object(recordOf(closings, () => z.number()))
        .meta({ description: 'Waits that were closed without an answer of ours.' }),
      nextCursor,
    })
    .meta({ id: 'Ledger' }),
)

const example = {
  ...{ asked: 3, ended: 3, inTime: 2, missed: 1, share: 2 / 3, medianMinutes: 14, p90Minutes: 66.8 },
}

export const ledgerRoute = route({
  method: 'GET',
  path: '/api/ledger',
  access: 'staff',
  async handle({ context, request }) {
    const { format, ...input } = parse(query, request.query)
    if (format === 'json') return { status: 200, body: await readLedger(context, input) }
    const { records, nextCursor: next } = await ledgerPage(context, input)
    return {
      status: 200,
      body: csvOf(records),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="ledger-${input.from}-${input.to}.csv"`,
        ...(next !== null && { Link: linkTo({ ...input, format, cursor: next }) }),
      },
    }
  },
  docs: () => ({
    id: 'readLedger',
    summary: 'See how fast guests are answered',
    description: [
      `Of the waits that began on these days, ${mostDays} days and ${mostRecords} records at most.`,
      'Where there are more, `days` ends early, all but `days` is of these days, and `nextCursor` asks for those that follow; only a day with more records than that is itself in parts.',
      'Closings count as ended, and as missed when the deadline was over; they have no part in minutes.',
      '`format=csv` answers with the records, and with a `Link` to the next page.',
    ].join(' '),
    query: filter,
    answers: [
      {
        status: 200,
        says: 'The days, and the same by channel, team and property; or the records as a table.',
        schema: reply,
        headers: ['Link'],
        orElse: { 'text/csv': z.string() },
        example: {
          days: [{ day: '2026-11-24', ...example }],
          total: example,
          byChannel: [{ channel: 'chatapp', ...example }],
          byTeam: [{ teamId: 'front-desk', name: 'Front desk', ...example }],
          byProperty: [{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View', ...example }],
          closings: { 'answered-elsewhere': 0, 'no-answer-needed': 0, spam: 0, other: 0 },
          nextCursor: null,
        },
      },
    ],
  }),
})

function linkTo(asked: Readonly<Record<string, string | undefined>>): string {
  const words = new URLSearchParams()
  for (const [field, value] of Object.entries(asked)) if (value !== undefined) words.set(field, value)
  return `</api/ledger?${words}>; rel="next"`
}
