import * as z from 'zod'
import {
  messagesApplication,
  readMessagesApplication,
} from '../lib/connection/applications/messages-application.ts'
import {
  listManaged,
  managedProperties,
  managedProperty,
  managedQuery,
  previewManaged,
  propertyToTake,
  takeOver,
  takeoverAnswer,
} from '../lib/connection/properties/take-over.ts'
import { orInOurWords } from '../lib/connection/rejections.ts'
import { factNames } from '../lib/fact-names.ts'
import { landlordList, landlordsNamed, landlordsQuery } from '../lib/landlord/list-landlords.ts'
import {
  portfolioCsv,
  portfolioPage,
  portfolioQuery,
  readPortfolio,
} from '../lib/portfolio/read-portfolio.ts'
import { propertyFacts, readFacts, setFacts } from '../lib/property-facts.ts'
import { exampleOta } from './connection-examples.ts'
import { Reply, tableReply } from './reply.ts'
import { documentPath, ok, route } from './route.ts'

const exampleRoom = {
  id: 'c0000000-0000-4000-8000-000000000101',
  name: 'Double Room',
  capacity: 2,
  ratePlans: [{ id: 'd0000000-0000-4000-8000-000000010101', name: 'Standard Rate', occupancy: 2 }],
}

const exampleId = 'a0000000-0000-4000-8000-000000000001'

const exampleFacts = { facts: { checkIn: '15:00', wifi: 'harbour, sunny-days' } }

const title = 'Harbour View Guesthouse'

const exampleChanges = [
  { what: 'property', id: exampleId, before: null, after: title },
  { what: 'room', id: 'c0000000-0000-4000-8000-000000000101', before: null, after: 'Double Room, 2 guests' },
]

const sizes = { json: 50, csv: 1_000 }

export const propertyRoutes = [
  route({
    method: 'GET',
    path: '/api/channel-manager/properties',
    access: 'operations',
    id: 'listManagedProperties',
    summary: 'List the properties of the account at the channel manager',
    description: 'By title, 100 at most.',
    query: managedQuery,
    answers: ok('What is there.', managedProperties, {
      properties: [{ channelManagerId: exampleId, title: 'Harbour View Guesthouse', propertyId: null }],
      more: false,
    }),
    codes: ['provider-timeout'],
    handle: ({ context, query }) => orInOurWords(listManaged(context, query.q.trim())),
  }),
  route({
    method: 'GET',
    path: '/api/channel-manager/properties/:id',
    access: 'operations',
    id: 'previewManagedProperty',
    summary: 'See what taking over a property would store',
    answers: ok('Its rooms and rate plans, and what differs from what is stored.', managedProperty, {
      channelManagerId: exampleId,
      title: 'Harbour View Guesthouse',
      propertyId: null,
      landlordId: null,
      rooms: [exampleRoom],
      changes: exampleChanges,
    }),
    codes: ['property-incomplete', 'provider-timeout'],
    handle: ({ context, params }) => orInOurWords(previewManaged(context, params.id)),
  }),
  route({
    method: 'POST',
    path: '/api/properties',
    access: 'operations',
    id: 'takeOverProperty',
    summary: 'Make a property of one at the channel manager',
    description:
      'With its rooms and rate plans, for a landlord who has an account. Again takes over what differs by then.',
    body: propertyToTake,
    example: { channelManagerId: exampleId, landlordId: 'lars' },
    answers: [
      {
        status: 201,
        says: 'It is a property of ours now.',
        schema: takeoverAnswer,
        example: {
          propertyId: exampleId,
          channelManagerId: exampleId,
          landlordId: 'lars',
          name: 'Harbour View Guesthouse',
          isNew: true,
          changes: exampleChanges,
        },
      },
      { status: 200, says: 'It was one already; `changes` is what differed.', schema: takeoverAnswer },
    ],
    codes: ['property-incomplete', 'provider-timeout'],
    async handle({ caller, context, body }) {
      const taken = await orInOurWords(takeOver(context, caller, body))
      return new Reply(taken.isNew ? 201 : 200, taken)
    },
  }),
  route({
    method: 'GET',
    path: '/api/properties/:id/facts',
    access: 'staff',
    id: 'readFacts',
    summary: 'Read the facts of a house',
    params: documentPath,
    answers: ok('The facts.', propertyFacts, exampleFacts),
    codes: ['property-not-found'],
    handle: ({ context, params }) => readFacts(context, params.id),
  }),
  route({
    method: 'PUT',
    path: '/api/properties/:id/facts',
    access: 'staff',
    id: 'setFacts',
    summary: 'Write down facts of a house for its guests',
    description: `Such as check-in times, Wi-Fi and door code, for staff. They replace all earlier facts. Canned replies fill in ${factNames.join(', ')}, whatever their case, blanks and hyphens: \`Wi-Fi\` is \`wifi\`.`,
    params: documentPath,
    body: propertyFacts,
    example: exampleFacts,
    answers: ok('The facts.', propertyFacts, exampleFacts),
    codes: ['property-not-found'],
    handle: ({ context, caller, params, body }) =>
      setFacts(context, caller, { propertyId: params.id, ...body }),
  }),
  route({
    method: 'GET',
    path: '/api/landlords',
    access: 'operations',
    id: 'listLandlords',
    summary: 'Find landlords by name',
    description: 'By name, 50 at most; upper and lower case count.',
    query: landlordsQuery,
    answers: ok('Who is found.', landlordList, {
      landlords: [{ landlordId: 'lars', name: 'Lars Lindqvist' }],
    }),
    handle: async ({ context, query }) => ({
      landlords: await landlordsNamed(context.store, query.q.trim()),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio',
    access: 'operations',
    id: 'readPortfolio',
    summary: 'See all properties and channels',
    description: [
      "A row for each property and OTA, by the properties' names; a property without any has one, too.",
      'It is put together from what is stored, as soon as that is written. A page may be short while there are more.',
      `\`format=csv\` answers with a table of up to ${sizes.csv} properties, and with a \`Link\` to the next page.`,
    ].join(' '),
    query: portfolioQuery,
    answers: [
      {
        status: 200,
        says: 'A page of them; or the same as a table.',
        schema: portfolioPage,
        headers: ['Link'],
        orElse: { 'text/csv': z.string() },
        example: {
          rows: [
            {
              propertyId: 'harbour-view-guesthouse',
              propertyName: 'Harbour View Guesthouse',
              landlordId: 'lena',
              landlordName: 'Lena Fischer',
              ota: exampleOta,
              hotelId: '4711',
              channelId: 'harbour-view-guesthouse_booking',
              requestId: 'harbour-view-booking',
              state: 'connected',
              verdict: { result: 'success', at: '2026-11-24T10:00:00.000Z' },
              openItems: 1,
              needsReview: 0,
            },
          ],
          nextCursor: null,
        },
      },
    ],
    async handle({ caller, context, query, request }) {
      const { format, openItems, toReview, cursor, ...filter } = query
      const needs = [...(openItems ? (['items'] as const) : []), ...(toReview ? (['mapping'] as const) : [])]
      const page = await readPortfolio(context, caller, { ...filter, needs, cursor, size: sizes[format] })
      if (format === 'json') return page
      return tableReply(portfolioCsv(page.rows), {
        name: 'portfolio',
        path: request.path,
        query,
        nextCursor: page.nextCursor,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/properties/:id/messages-application',
    access: 'staff',
    id: 'readMessagesApplication',
    summary: "Read whether guests' messages at OTAs come in",
    description:
      'The channel manager hands them over for properties that have its application, which costs money and is installed there.',
    answers: ok('The application, and what it costs.', messagesApplication, {
      installed: false,
      price: 700,
      currency: 'USD',
    }),
    codes: [
      'property-not-found',
      'channel-manager-connection-missing',
      'property-incomplete',
      'provider-timeout',
    ],
    handle: ({ context, params }) => readMessagesApplication(context, params.id),
  }),
]
