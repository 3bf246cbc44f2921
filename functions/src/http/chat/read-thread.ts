import * as z from 'zod'
import { type ChannelName, channelNames } from '../../lib/chat/channels/names.ts'
import { byChannel } from '../../lib/chat/channels/naming.ts'
import { channels, type Rows } from '../../lib/chat/channels/registry.ts'
import { threadStates } from '../../lib/chat/desk/desk.ts'
import type { Reachability } from '../../lib/chat/reachability/reachability.ts'
import { readThread } from '../../lib/chat/reading/read-thread.ts'
import type { ThreadView } from '../../lib/chat/reading/thread-view.ts'
import { templateNames } from '../../lib/chat/templates/templates.ts'
import { reason } from '../../lib/shapes.ts'
import { ok } from '../docs.ts'
import { idIn, parse, replyOf, replyWithin } from '../handler.ts'
import { route } from '../route.ts'
import { readers, shown } from './examples.ts'
import { summary } from './shown-message.ts'

const query = z.object({
  text: z.string().max(1600).optional().meta({ description: 'A text somebody thinks of sending.' }),
})

const channelReach = {
  reachable: z.boolean().meta({ description: 'Whether free text can be sent.' }),
  reason: reason.nullable().meta({ description: 'What stands in the way.' }),
  optedOut: z.boolean(),
  numberValid: z.boolean().nullable().meta({ description: 'Null when there is no number.' }),
}

type ReachSchema<Facts extends z.ZodRawShape> = z.ZodObject<typeof channelReach & Facts>
type ReachSchemas = { [Name in ChannelName]: ReachSchema<Rows[Name]['facts']['shape']> }

function reachSchemas(): ReachSchemas
function reachSchemas(): object {
  return byChannel(name => z.object({ ...channelReach, ...channels[name].facts.shape }))
}

const named = z.object({ name: z.string().nullable() })

const reachability = replyOf<Reachability>()(
  z
    .object({
      ...reachSchemas(),
      guest: named.nullable(),
      lastUsed: z
        .enum(channelNames)
        .nullable()
        .meta({ description: 'The channel by which the guest wrote last; null where none is known.' }),
      to: named.optional().meta({
        description:
          'Whom a message reaches that names no stay, where that is another guest than the one of the thread: all else but `guest` is of them.',
      }),
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

const desk = z
  .object({
    state: z.enum(threadStates),
    ownerId: z.string().nullable().meta({ description: 'Null: it is in the queue of its team.' }),
    teamId: z.string().nullable().meta({ description: 'Null: the default queue.' }),
    snoozedUntil: z.date().nullable(),
    unansweredSince: z.date().nullable().meta({ description: 'Null where nobody waits for an answer.' }),
    dueBy: z.date().nullable(),
    escalatedAt: z.date().nullable(),
    failedSends: z
      .array(z.string())
      .meta({ description: 'Messages that did not get through and that nobody has dealt with.' }),
    scheduledIds: z
      .array(z.string())
      .meta({ description: 'Messages that are to be sent at a time, or were not sent then.' }),
  })
  .meta({ id: 'Desk', description: 'What has to be done with a thread, by whom, and until when.' })

const reply = replyWithin<ThreadView & { reachability: Reachability }>()(
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
      desk: desk.optional().meta({ description: 'For staff only.' }),
      attention: z
        .array(z.object({ cause: z.string(), since: z.date().nullable() }))
        .optional()
        .meta({
          description: 'For staff only: why the reader has to attend; without a stored cause a `message`.',
        }),
      selfJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
      roleJoinedIds: userIds.optional().meta({ description: 'For staff only.' }),
      removedIds: userIds.optional().meta({ description: 'For staff only: who stays out.' }),
      mergedInto: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'For staff only: the thread to which everything new of the guest goes.' }),
      merged: userIds
        .optional()
        .meta({ description: 'For staff only: the threads for which this one is it.' }),
      version: z.number().optional().meta({ description: 'For staff only.' }),
      reachability,
    })
    .meta({ id: 'Thread' }),
)

const reach = { reachable: true, reason: null, optedOut: false, numberValid: true }

export const readThreadRoute = route({
  method: 'GET',
  path: '/chat/threads/:id',
  access: 'signed-in',
  answer({ caller, context, params, request }) {
    return readThread(context, caller, { threadId: idIn(params), ...parse(query, request.query) })
  },
  docs: () => ({
    id: 'readThread',
    summary: 'Read a thread',
    description: 'With how its guest can be written to, and what `text` would take as an SMS.',
    who: readers,
    query,
    answers: ok('The thread, as the caller may see it.', reply, {
      threadId: 'guest-maria',
      source: 'platform',
      participantIds: ['olivia'],
      lastMessage: shown,
      lastPublicMessage: shown,
      updatedAt: shown.createdAt,
      lastChatappMessageSentAt: null,
      reservationId: 'stay-1',
      propertyId: null,
      needsAttention: [],
      importantFor: [],
      unread: false,
      important: false,
      lastFailureId: null,
      reachability: {
        chatapp: {
          ...reach,
          windowClosesAt: '2026-11-22T08:00:00.000Z',
          windowOpen: true,
          templatesAllowed: true,
        },
        sms: { ...reach, segments: { count: 1, encoding: 'GSM-7', characters: 5 } },
        ota: { ...reach, numberValid: null, provider: 'booking', windowClosesAt: null, conversation: true },
        guest: { name: 'Maria' },
        lastUsed: 'chatapp',
      },
    }),
    codes: ['thread-not-found'],
  }),
})
