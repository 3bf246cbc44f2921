import type { Actor } from '../../actor.ts'
import type { MessageMetadata } from '../message.ts'
import type { OtaMessage } from './ports.ts'
import type { Home } from './reading.ts'

/** Authors without a user: the property in its extranet, the OTA itself. */
export const otaAuthors = { property: 'ota-property', system: 'ota-system' } as const

export const authorOf = ({ sender }: OtaMessage, { guestId }: Home): Actor =>
  sender === 'guest' ? { uid: guestId, role: 'guest' } : { uid: otaAuthors[sender], role: 'ota' }

export const metadataOf = (
  { sender, author, stay, request }: OtaMessage,
  { conversation: { id, provider } }: Home,
): MessageMetadata => ({
  sender,
  conversationId: id,
  provider,
  ...(author && { author }),
  ...(stay && { stay }),
  ...(request && { request }),
})

/** `rows` are newest first. */
export const inOrder = (rows: readonly OtaMessage[]): OtaMessage[] =>
  rows.toReversed().toSorted((a, b) => a.at.getTime() - b.at.getTime())
