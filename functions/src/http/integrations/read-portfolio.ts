import * as z from 'zod'
import { verdictResults } from '../../lib/connection/channels/property-channel.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import { rowStates } from '../../lib/portfolio/entry.ts'
import { portfolioCsv } from '../../lib/portfolio/portfolio-csv.ts'
import { type PortfolioLine, readPortfolio } from '../../lib/portfolio/read-portfolio.ts'
import { nextCursor, parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { exampleOta } from './examples.ts'
import { sought } from './shapes.ts'

/** Properties a page, as rows and as a table. */
const sizes = { json: 50, csv: 1_000 }

/** Strict: a filter that is gone, as `notBookable`, would else let every row through. */
const query = z.strictObject({
  q: sought.optional(),
  state: z.enum(rowStates).optional(),
  ota: z.enum(otaNames).optional(),
  openItems: z.literal('true').optional().meta({ description: 'Only rows with open items.' }),
  toReview: z.literal('true').optional().meta({ description: 'Only rows with a mapping to review.' }),
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(4096).optional(),
})
type Asked = z.output<typeof query>

const row = replyOf<PortfolioLine>()(
  z
    .object({
      propertyId: z.string(),
      propertyName: z.string().meta({ description: 'The id of a property that has no name.' }),
      landlordId: z.string().nullable(),
      landlordName: z.string().nullable(),
      ota: z.string().nullable().meta({ description: 'Null: nobody has asked for any.' }),
      hotelId: z.string().nullable().meta({ description: "The OTA's id of the property." }),
      channelId: z.string().nullable(),
      requestId: z.string().nullable().meta({ description: 'The newest request for the OTA.' }),
      state: z.enum(rowStates),
      verdict: z
        .object({
          result: z.enum(verdictResults),
          at: z.date().meta({ description: 'Since when the OTA says so.' }),
        })
        .nullable()
        .meta({ description: "The OTA's last response to our updates." }),
      openItems: z.number().meta({ description: 'Of the channel, and of the property as a whole.' }),
      needsReview: z.number().meta({ description: 'Lines of the mapping to look at.' }),
    })
    .meta({ id: 'PortfolioRow' }),
)

export const reply = z.object({ rows: z.array(row), nextCursor }).meta({ id: 'Portfolio' })

export const readPortfolioRoute = route({
  method: 'GET',
  path: '/api/portfolio',
  access: 'operations',
  async handle({ caller, context, request }) {
    const asked = parse(query, request.query)
    const { format, openItems, toReview, cursor, ...filter } = asked
    const needs = [...(openItems ? (['items'] as const) : []), ...(toReview ? (['mapping'] as const) : [])]
    const body = await readPortfolio(context, caller, { ...filter, needs, cursor, size: sizes[format] })
    if (format === 'json') return { status: 200, body }
    return {
      status: 200,
      body: portfolioCsv(body.rows),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="portfolio.csv"',
        ...(body.nextCursor !== null && { Link: linkTo({ ...asked, cursor: body.nextCursor }) }),
      },
    }
  },
  docs: () => ({
    id: 'readPortfolio',
    summary: 'See all properties and channels',
    description: [
      "A row for each property and OTA, by the properties' names; a property without any has one, too.",
      'It is put together from what is stored, as soon as that is written. A page may be short while there are more.',
      `\`format=csv\` answers with a table of up to ${sizes.csv} properties, and with a \`Link\` to the next page.`,
    ].join(' '),
    query,
    answers: [
      {
        status: 200,
        says: 'A page of them; or the same as a table.',
        schema: reply,
        headers: ['Link'],
        orElse: { 'text/csv': z.string() },
        example: {
          rows: [
            {
              ...{ propertyId: 'harbour-view-guesthouse', propertyName: 'Harbour View Guesthouse' },
              ...{
                landlordId: 'lena',
                landlordName: 'Lena Fischer',
                ota: exampleOta,
                hotelId: '4711',
              },
              ...{ channelId: 'harbour-view-guesthouse_booking', requestId: 'harbour-view-booking' },
              ...{ state: 'connected', verdict: { result: 'success', at: '2026-11-24T10:00:00.000Z' } },
              ...{ openItems: 1, needsReview: 0 },
            },
          ],
          nextCursor: null,
        },
      },
    ],
  }),
})

function linkTo(asked: Asked): string {
  const words = new URLSearchParams()
  for (const [field, value] of Object.entries(asked)) if (value !== undefined) words.set(field, value)
  return `</api/portfolio?${words}>; rel="next"`
}
