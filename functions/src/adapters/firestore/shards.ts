import type { Delivery, Forwarding } from '../../lib/chat/message.ts'
import type { ThreadFields } from '../../lib/chat/ports.ts'
import { FieldValue } from './client.ts'
import { defined } from './repository.ts'

/** Shards of due times written by posts: an index that only grows at its end is slow. */
const shardCount = 8

export const shards = Array.from({ length: shardCount }, (_, shard) => shard)

/** The shard of a document, stable per id. */
export function shardOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return sum % shardCount
}

function sharded(id: string, fields: (Delivery | Forwarding) | undefined) {
  if (!fields) return undefined
  const { dueShard: _before, ...rest } = fields
  return rest.dueAt === undefined ? rest : { ...rest, dueShard: shardOf(id) }
}

/** What is to be done with a message, as it is stored. */
export const statesOf = (
  messageId: string,
  { delivery, forwarding }: { delivery?: Delivery | undefined; forwarding?: Forwarding | undefined },
): object => defined({ delivery: sharded(messageId, delivery), forwarding: sharded(messageId, forwarding) })

/** Fields of a thread, as they are stored: a time that is over is taken away, so that no index holds it. */
export const threadFields = (threadId: string, fields: ThreadFields): Record<string, unknown> =>
  defined({
    ...fields,
    ...(fields.supportNotificationDueAt && { supportNotificationShard: shardOf(threadId) }),
    ...(fields.deskDueAt && { deskShard: shardOf(threadId) }),
    ...Object.fromEntries(
      passingTimes.filter(name => fields[name] === null).map(name => [name, FieldValue.delete()]),
    ),
  })

const passingTimes = [
  'unansweredSince',
  'dueBy',
  'escalatedAt',
  'snoozedUntil',
  'deskDueAt',
  'stayDueAt',
  'noReplyDueAt',
] as const
