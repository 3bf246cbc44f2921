import { isChannel } from '@functions/lib/chat/channel-types.ts'
import { otaAuthors } from '@functions/lib/chat/ota/message.ts'
import { t } from 'i18next'
import type { IndexRecord } from '../../api/search-client.ts'

type LastMessage = NonNullable<IndexRecord['lastMessage']>

/** Only the author id tells whose a message of the platform is. */
export function writerOf(
  { authorId, source, type }: LastMessage,
  { uid, staffName }: { uid: string; staffName: (userId: string) => string | undefined },
): 'you' | 'guest' | 'us' | { name: string } | undefined {
  if (authorId === uid) return 'you'
  if (authorId === otaAuthors.property) return 'us'
  if (authorId === otaAuthors.system) return undefined
  if (source !== null && (isChannel(source) || source === 'platform-guest')) return 'guest'
  const name = authorId === null ? undefined : staffName(authorId)
  if (name !== undefined) return { name }
  return type === null || type === 'message' ? undefined : 'us'
}

/** The writer in the reader's words; undefined for a guest, whose name stands above. */
export function lastWriter(
  { lastMessage }: Pick<IndexRecord, 'lastMessage'>,
  reader: Parameters<typeof writerOf>[1],
): string | undefined {
  const writer = lastMessage ? writerOf(lastMessage, reader) : undefined
  if (writer === undefined || writer === 'guest') return undefined
  if (writer === 'you') return t('people.you')
  if (writer === 'us') return t('inbox.us')
  return writer.name.split(/\s+/)[0]
}
