import * as z from 'zod'
import type { Reachability } from '../../lib/chat/reachability/reachability.ts'
import { readThread } from '../../lib/chat/reading/read-thread.ts'
import type { ThreadView } from '../../lib/chat/reading/thread-view.ts'
import { templateNames } from '../../lib/chat/templates/templates.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse, reason, replyOf, replyWithin } from '../handler.ts'
import { summary } from './shown-message.ts'

export const query = z.object({
  text: z.string().max(1600).optional().meta({ description: 'A text somebody thinks of sending.' }),
})

const channelReach = {
  reachable: z.boolean().meta({ description: 'Whether free text can be sent.' }),
  reason: reason.nullable().meta({ description: 'What stands in the way.' }),
  optedOut: z.boolean(),
  numberValid: z.boolean().nullable().meta({ description: 'Null when there is no number.' }),
}

const segments = z.object({
  count: z.number(),
  encoding: z.enum(['GSM-7', 'UCS-2']),
  characters: z.number(),
})

const reachability = replyOf<Reachability>()(
  z
    .object({
      chatapp: z.object({
        ...channelReach,
        windowClosesAt: z.date().nullable(),
        windowOpen: z
          .boolean()
          .nullable()
          .meta({ description: 'Null with no inbound message on record: then the provider decides.' }),
        templatesAllowed: z.boolean(),
      }),
      sms: z.object({
        ...channelReach,
        segments: segments
          .nullable()
          .meta({ description: 'What the text that was asked about takes as an SMS.' }),
      }),
      guest: z.object({ name: z.string().nullable() }).nullable(),
      templates: z
        .array(
          z.object({
            name: z.enum(templateNames),
            text: z.string(),
            variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
          }),
        )
        .optional()
        .meta({ description: 'For staff alone; a variable whose value is null has to be given.' }),
    })
    .meta({ id: 'Reachability', description: 'How the guest can be written to now.' }),
)

const userIds = z.array(z.string())

export const reply = replyWithin<ThreadView & { reachability: Reachability }>()(
  z
    .object({
      threadId: z.string(),
      source: z.string(),
      participantIds: userIds,
      lastMessage: summary
        .nullable()
        .meta({ description: 'The newest message; the newest that is no note for whoever is not staff.' }),
      lastPublicMessage: summary.nullable(),
      updatedAt: z
        .date()
        .nullable()
        .meta({ description: 'The time of the newest message that the reader may see.' }),
      lastChatappMessageSentAt: z.date().nullable(),
      reservationId: z.string().nullable(),
      propertyId: z.string().nullable(),
      needsAttention: userIds.meta({ description: 'Of everybody for staff, else of the reader alone.' }),
      importantFor: userIds.meta({ description: 'As `needsAttention`.' }),
      unread: z.boolean().meta({ description: 'For the reader.' }),
      important: z.boolean().meta({ description: 'To the reader.' }),
      lastFailureId: z
        .string()
        .nullable()
        .meta({ description: "The last failure of a send of the reader's own that they have not read of." }),
      selfJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
      roleJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
      version: z.number().optional().meta({ description: 'For staff only.' }),
      reachability,
    })
    .meta({ id: 'Thread' }),
)

/** `GET /chat/threads/:id?text=`: the thread as the caller may see it, and what that text would take as an SMS. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const input = { threadId: parse(clientId, params.id), ...parse(query, request.query) }
  return { status: 200, body: await readThread(await services.readThread(), caller, input) }
}
