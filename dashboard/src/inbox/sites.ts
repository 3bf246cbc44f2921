import { sites } from '@functions/lib/chat/channels/ota-sites.ts'
import { t } from 'i18next'
import type { Message, MessagePage } from '../live/message.ts'

/** A booking site without a name here goes by its own. */
export const siteName = (provider: string | null | undefined): string =>
  provider ? (sites[provider]?.label ?? provider) : t('thread.site')

/** Whether the message is of the booking site itself. */
export const isOfSite = ({ metadata }: Pick<Message, 'metadata'>): boolean => metadata?.sender === 'system'

const roles = ['GUEST', 'HOST', 'COHOST'] as const

export const authorName = (
  message: Pick<Message, 'metadata' | 'authorId'>,
  authors: MessagePage['authors'],
): string => siteAuthor(message) ?? authors[message.authorId]?.name ?? t('people.unknown')

/** The author at a booking site, as far as the message names one. */
export function siteAuthor({ metadata }: Pick<Message, 'metadata'>): string | undefined {
  const { sender, author, provider } = metadata ?? {}
  const role = roles.find(candidate => candidate === author?.role)
  const named =
    author &&
    (role ? t('thread.asRole', { name: author.name, role: t(`thread.roles.${role}`) }) : author.name)
  if (sender !== 'property') return named
  const there = t('thread.answeredAt', { site: siteName(provider) })
  return named ? t('thread.namedThere', { name: named, there }) : there
}
