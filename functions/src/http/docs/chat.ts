import * as z from 'zod'
import type { ChatLimits } from '../../lib/chat/posting/limits.ts'
import { postBody } from '../../lib/chat/posting/post-input.ts'
import { templateBody } from '../../lib/chat/templates/template-body.ts'
import type { ErrorCode } from '../../lib/errors.ts'
import { clientId } from '../../lib/identifiers.ts'
import { assignBody } from '../chat/assign-triage.ts'
import { triageQuery } from '../chat/list-triage.ts'
import { importantBody } from '../chat/mark-important.ts'
import { readBody } from '../chat/mark-read.ts'
import { messagesReply, postedMessage } from '../chat/message-shapes.ts'
import { position } from '../chat/read-attachment.ts'
import { messagesQuery } from '../chat/read-messages.ts'
import { threadQuery } from '../chat/read-thread.ts'
import { type Answer, done, type Operations } from '../docs.ts'
import { searchKeyReply } from '../replies/search.ts'
import { threadReply } from '../replies/threads.ts'
import { triageReply } from '../replies/triage.ts'

/** As the parameters are unless they are set (`config.ts`). */
export const usualLimits: Pick<
  ChatLimits,
  'messageBody' | 'outboundBody' | 'attachments' | 'paymentContentBytes'
> = {
  messageBody: 10_000,
  outboundBody: 1600,
  attachments: 10,
  paymentContentBytes: 16 * 1024,
}

const reader = 'Staff, and participants who did not come in by posting alone'
const thread = z.object({ id: clientId })
const message = z.object({ id: clientId, messageId: clientId })

const posted = {
  messageId: 'ef9a2904-3e0e-449a-8cf5-fd43e5f11b98',
  threadId: 'guest-maria',
  body: 'Your room is ready.',
  authorId: 'olivia',
  createdAt: '2026-11-21T09:00:00.000Z',
  source: 'platform',
  type: 'chatapp-message',
  contentType: 'text',
  delivery: { reservationId: 'stay-1', status: 'pending', attempts: 0 },
}
const { delivery: _delivery, ...shown } = posted
const templatePost = {
  ...posted,
  body: 'Hello Maria, we have news about your stay at Casa Alameda. Please reply to this message, and we will tell you more.',
  delivery: {
    ...posted.delivery,
    template: {
      name: 'reply-request',
      variables: { '1': 'Maria', '2': 'Casa Alameda' },
      filled: ['guest', 'property'],
    },
  },
}

const postAnswers = (example: Answer['example']): Answer[] => [
  { status: 201, says: 'The message, as it is stored.', schema: postedMessage, ...(example && { example }) },
  {
    status: 200,
    says: 'The same had been posted under this `messageId`: the message as it was stored then.',
    schema: postedMessage,
    headers: ['Idempotent-Replayed'],
  },
]
const postCodes: readonly ErrorCode[] = [
  'thread-not-found',
  'message-conflict',
  'participant-limit',
  'rate-limited',
  'thread-busy',
]

const posting: Operations = {
  'POST /chat/threads/:id/messages': {
    id: 'createMessage',
    summary: 'Post a message to a thread',
    description:
      'Stored once per `messageId`, however often it is posted; other content under the same id is a conflict. Who may send which type, and set which field, depends on the role. Lengths are those of the usual settings.',
    who: 'Everybody signed in; notes and payment content staff alone',
    params: thread,
    body: {
      schema: postBody({
        ...usualLimits,
        participants: Number.POSITIVE_INFINITY,
        userPostsPerMinute: Number.POSITIVE_INFINITY,
        threadPostsPerMinute: Number.POSITIVE_INFINITY,
      }),
      example: { body: 'Your room is ready.', type: 'chatapp-message' },
    },
    answers: postAnswers(posted),
    codes: postCodes,
  },
  'POST /chat/threads/:id/template-messages': {
    id: 'sendTemplate',
    summary: 'Send an approved template by chatapp',
    description:
      'Needs no open window. Values that are not given are taken from the stay; one that is not known there has to be given.',
    who: 'Staff',
    params: thread,
    body: { schema: templateBody, example: { template: 'reply-request', variables: {} } },
    answers: postAnswers(templatePost),
    codes: postCodes,
  },
  'POST /chat/threads/:id/messages/:messageId/retry': {
    id: 'retryMessage',
    summary: 'Send a message again',
    description: 'One whose send failed, or whose outcome stayed unknown.',
    who: 'Staff',
    params: message,
    answers: [{ status: 202, says: 'It is being sent.' }],
    codes: ['not-found', 'not-retryable'],
  },
}

const reach = { reachable: true, reason: null, optedOut: false, numberValid: true }

const reading: Operations = {
  'GET /chat/threads/:id': {
    id: 'readThread',
    summary: 'Read a thread',
    description: 'With how its guest can be written to, and what `text` would take as an SMS.',
    who: reader,
    params: thread,
    query: threadQuery,
    answers: [
      {
        status: 200,
        says: 'The thread, as the caller may see it.',
        schema: threadReply,
        example: {
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
            guest: { name: 'Maria' },
          },
        },
      },
    ],
    codes: ['thread-not-found'],
  },
  'GET /chat/threads/:id/messages': {
    id: 'readMessages',
    summary: "Read a thread's messages",
    description: 'Newest first. Notes are for staff alone.',
    who: reader,
    params: thread,
    query: messagesQuery,
    answers: [
      {
        status: 200,
        says: 'A page of messages, and who wrote them.',
        schema: messagesReply,
        example: {
          messages: [{ ...shown, delivery: { status: 'delivered', attempts: 1 } }],
          authors: { olivia: { name: 'Olivia' } },
          nextCursor: null,
        },
      },
    ],
    codes: ['thread-not-found'],
  },
  'GET /chat/threads/:id/messages/:messageId/attachments/:index': {
    id: 'readAttachment',
    summary: 'Read a file that a guest sent',
    description: 'Streamed from the provider, with the type that the provider gives.',
    who: reader,
    params: message.extend({ index: position }),
    answers: [
      {
        status: 200,
        says: 'The file.',
        schema: z.string().meta({ format: 'binary' }),
        mediaType: '*/*',
        headers: ['Content-Disposition', 'Content-Security-Policy'],
      },
    ],
    codes: ['thread-not-found', 'not-found', 'provider-unavailable', 'provider-timeout'],
  },
  'GET /chat/search-key': {
    id: 'searchKey',
    summary: 'Get a key for searching threads',
    description: 'Valid for an hour. It finds what the caller may read, and cannot write.',
    who: 'Everybody signed in',
    answers: [
      {
        status: 200,
        says: 'What a search client needs.',
        schema: searchKeyReply,
        example: {
          appId: 'APP',
          indexName: 'threads',
          key: '…',
          validUntil: '2026-11-21T10:00:00.000Z',
        },
      },
    ],
    codes: [],
  },
}

const marks: Operations = {
  'POST /chat/threads/:id/read': {
    id: 'markRead',
    summary: 'Mark a thread read',
    description:
      'Up to the message and the failure that are named, or all there is now. Nothing is cleared when something newer has come.',
    who: 'Participants and staff',
    params: thread,
    body: { schema: readBody, isOptional: true, example: { lastMessageId: posted.messageId } },
    answers: [done('It is marked.')],
    codes: ['thread-not-found', 'thread-busy'],
  },
  'PUT /chat/threads/:id/important': {
    id: 'markImportant',
    summary: 'Mark a thread important',
    description: 'To the caller alone.',
    who: 'Participants and staff',
    params: thread,
    body: { schema: importantBody, example: { important: true } },
    answers: [done('It is marked.')],
    codes: ['thread-not-found', 'thread-busy'],
  },
}

const triage: Operations = {
  'GET /chat/triage': {
    id: 'listTriage',
    summary: 'List messages without a home',
    description: 'Oldest first: what came in from a sender without a clear thread.',
    who: 'Staff',
    query: triageQuery,
    answers: [
      {
        status: 200,
        says: 'A page of them.',
        schema: triageReply,
        example: {
          entries: [
            {
              id: 'SM00000000000000000000000000000001',
              channel: 'chatapp',
              from: '+15005550100',
              profileName: 'Guest',
              body: 'It is Maria, this is my new number.',
              attachments: [],
              reason: 'unknown-sender',
              receivedAt: '2026-11-21T09:00:00.000Z',
            },
          ],
          nextCursor: null,
        },
      },
    ],
    codes: [],
  },
  'POST /chat/triage/:id/assign': {
    id: 'assignTriage',
    summary: 'Give a message its thread',
    description: 'All messages of its sender by that channel are stored there, and the sender is remembered.',
    who: 'Staff',
    params: thread,
    body: { schema: assignBody, example: { threadId: 'guest-maria' } },
    answers: [done('They are stored.')],
    codes: ['not-found', 'thread-not-found', 'message-conflict', 'thread-busy'],
  },
}

export const chatOperations: Operations = { ...posting, ...reading, ...marks, ...triage }
