import * as z from 'zod'
import type { ChannelEvents } from '../../lib/connection/watch/ports.ts'
import { parsedJson } from '../provider-failure.ts'
import { type ChannelManagerConfig, channelManagerClient, linesOf, timeIn } from './client.ts'

const events = '50'

/** Events are undocumented. */
export function channelEvents(config: ChannelManagerConfig): ChannelEvents {
  const client = channelManagerClient(config)
  return {
    async newestSync(channelId) {
      const syncs = await client({
        path: ['channel_events'],
        query: { 'filter[channel_id]': channelId, 'pagination[limit]': events },
        reply: eventPage,
      })
      const ofChannel = syncs.filter(sync => sync.channelId === undefined || sync.channelId === channelId)
      const newest = ofChannel.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
      return newest && { id: newest.id, at: newest.at, result: newest.result }
    },

    wordsOf: eventId =>
      client<string | undefined>({
        path: ['channel_events', eventId, 'logs'],
        reply: eventWords,
        onRefusal: ({ status }) => (status === 404 ? { answer: undefined } : undefined),
      }),
  }
}

const sync = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      name: z.literal('sync'),
      channel_id: z.string().optional().catch(undefined),
      inserted_at: z.string().transform(timeIn).pipe(z.date()),
      payload: z.object({ result: z.string().trim().min(1) }),
    }),
  })
  .transform(({ id, attributes: { channel_id, inserted_at, payload } }) => ({
    id,
    channelId: channel_id,
    at: inserted_at,
    result: payload.result,
  }))

const eventPage = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }) => data.flatMap(event => sync.safeParse(event).data ?? []))

const longestWords = 500

const eventWords = z
  .object({ data: z.unknown().optional() })
  .refine(reply => 'data' in reply)
  .transform(({ data }): string | undefined => {
    const words = replyTexts(data).flatMap(wordsIn)
    return [...new Set(words)].join('; ').slice(0, longestWords).toWellFormed() || undefined
  })

const reply = /respon|reply|result|error|message|body/i

function replyTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(replyTexts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    reply.test(key) && !/request/i.test(key) ? texts(inner) : replyTexts(inner),
  )
}

const texts = (value: unknown): string[] => (typeof value === 'string' ? [value] : linesOf(value))

const messageAttribute = /\b(?:ShortText|Message|Description)\s*=\s*"([^"]*)"/gi

function wordsIn(text: string): string[] {
  const tidy = (words: string) => words.replace(/\s+/g, ' ').trim()
  if (!/^\s*</.test(text)) {
    const json = parsedJson(text)
    const lines = linesOf(typeof json === 'object' && json !== null ? json : text)
    return lines.map(tidy).filter(Boolean)
  }
  const attributes = [...text.matchAll(messageAttribute)].map(([, words = '']) => words)
  return [...attributes, ...text.split(/<[^<>]*>/)].map(tidy).filter(Boolean)
}
