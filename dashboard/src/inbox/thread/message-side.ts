import { isChannel } from '@functions/lib/chat/channel-types.ts'
import type { Message, MessagePage } from '../../live/message.ts'

interface Talk {
  messages: readonly Message[]
  authors: MessagePage['authors']
  /** Null in a thread without a guest. */
  guestName: string | null
  uid: string
}

/** Our messages to the guest, or those of staff to others. A stranger's are never ours. */
export function ourSide({ messages, authors, guestName, uid }: Talk): (message: Message) => boolean {
  const sure = new Map(messages.map(message => [message.authorId, surely(message)] as const).filter(isSure))
  sure.set(uid, true)
  return message => {
    if (message.joined) return false
    const side = surely(message) ?? sure.get(message.authorId)
    if (side !== undefined) return side
    return guestName !== null && authors[message.authorId]?.name !== guestName
  }
}

/** The newest answer of ours by somebody else. */
export function answerOfOthers(talk: Talk): Message | undefined {
  const isOurs = ourSide(talk)
  return talk.messages.find(
    message => message.type !== 'note' && message.authorId !== talk.uid && isOurs(message),
  )
}

const isSure = (entry: readonly [string, boolean | undefined]): entry is readonly [string, boolean] =>
  entry[1] !== undefined

/** Another channel brings only messages that come in, and only staff write notes and sends. */
function surely({ source, type, metadata }: Message): boolean | undefined {
  if (type === 'note') return true
  if (metadata?.sender === 'property') return true
  if (isChannel(source)) return false
  return type === 'message' ? undefined : true
}
