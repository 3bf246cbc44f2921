import {
  chatappFiles,
  type FileRules,
  otaFiles,
  smsFiles,
} from '@functions/lib/chat/channels/channel-files.ts'
import type { MessageType } from '@functions/lib/chat/message.ts'
import {
  IconBrandWhatsapp,
  IconBuilding,
  IconDeviceMobileMessage,
  IconMessage,
  IconNote,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ThreadDetails } from '../../live/message.ts'
import { ChatappWindow } from './chatapp-window.tsx'
import { SmsSegments } from './sms-segments.tsx'

interface Way {
  Icon: TablerIcon
  /** Characters (`MAX_MESSAGE_BODY`, `MAX_OUTBOUND_BODY`); the API has the last word. */
  limit: number
  /** Rules for files; without them any. */
  files?: (thread: ThreadDetails | undefined) => FileRules
  Facts?: ComponentType<{ text: string }>
  /** Part of the head of a thread with a guest. */
  Head?: ComponentType<{ threadId: string } & Pick<ThreadDetails, 'reachability'>>
}

/** The ways of a message, in the order of the choice. */
export const ways: Readonly<Record<MessageType, Way>> = {
  'chatapp-message': {
    Icon: IconBrandWhatsapp,
    limit: 1_600,
    files: () => chatappFiles,
    Head: ChatappWindow,
  },
  'sms-message': { Icon: IconDeviceMobileMessage, limit: 1_600, files: () => smsFiles, Facts: SmsSegments },
  'ota-message': {
    Icon: IconBuilding,
    limit: 4_000,
    files: thread => otaFiles(thread?.reachability.ota.provider ?? null),
  },
  message: { Icon: IconMessage, limit: 10_000 },
  note: { Icon: IconNote, limit: 10_000 },
}

export const heads = Object.entries(ways).flatMap(([type, { Head }]) => (Head ? [[type, Head] as const] : []))

export const isMessageType = (value: unknown): value is MessageType =>
  typeof value === 'string' && Object.hasOwn(ways, value)

export const messageTypes = Object.keys(ways).filter(isMessageType)
