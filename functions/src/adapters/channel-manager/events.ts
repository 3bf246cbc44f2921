import * as z from 'zod'
import type { ChannelEvents } from '../../lib/connection/watch/ports.ts'
import { parsedJson } from '../json.ts'
import { type ChannelManagerConfig, channelManagerClient, linesOf, timeIn } from './client.ts'

/** How many of the newest events are searched for a sync. */
const events = '50'

/** The OTA's answers, from the channel manager's events. These are undocumented, so anything unexpected is skipped. */
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
        // No log, no answer.
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

/** The syncs among the events, without unfinished and unreadable ones. */
const eventPage = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }) => data.flatMap(event => sync.safeParse(event).data ?? []))

const longestWords = 500

/** What the OTA said in an event's logs; undefined without data. */
const eventWords = z
  .object({ data: z.unknown().optional() })
  .refine(reply => 'data' in reply)
  .transform(({ data }): string | undefined => {
    const words = saidIn(data).flatMap(wordsIn)
    return [...new Set(words)].join('; ').slice(0, longestWords).toWellFormed() || undefined
  })

const reply = /respon|reply|result|error|message|body/i

/** The texts below a field named like a response. */
function saidIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(saidIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    reply.test(key) && !/request/i.test(key) ? texts(inner) : saidIn(inner),
  )
}

const texts = (value: unknown): string[] => (typeof value === 'string' ? [value] : linesOf(value))

const messageAttribute = /\b(?:ShortText|Message|Description)\s*=\s*"([^"]*)"/gi

/** From XML the texts and wordy attributes, from JSON the texts, otherwise the text itself. */
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
