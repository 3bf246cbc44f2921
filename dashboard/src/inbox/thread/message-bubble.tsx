import '../../i18n/many-threads.ts'
import { templateNames } from '@functions/lib/chat/templates/templates.ts'
import { Text } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { t } from 'i18next'
import { memo } from 'react'
import type { Message } from '../../live/message.ts'
import { useUser } from '../../session/session.ts'
import { ClockTime, Time } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import { Attachments } from './attachments.tsx'
import { DeliveryProblem, DeliveryTick } from './delivery.tsx'
import classes from './message-bubble.module.css'
import { NoteLabel } from './note-label.tsx'
import { NoteText } from './note-text.tsx'
import { SiteDetails } from './site-line.tsx'

interface MessageBubbleProps {
  message: Message
  author: string
  /** The name stands above the first of several by the same author. */
  isFirst: boolean
  /** Outbound: any of our users wrote it. */
  isOurs: boolean
  /** The text of the message that this one replies to, where it is loaded. */
  answered?: string | undefined
}

/** A stored message. Notes look like nothing else, so that nobody takes one for a reply. */
export const MessageBubble = memo(function MessageBubble({
  message,
  author,
  isFirst,
  isOurs,
  answered,
}: MessageBubbleProps) {
  const { uid } = useUser()
  const isNote = message.type === 'note'
  const name = message.authorId === uid ? t('people.you') : author
  const { metadata, delivery } = message
  return (
    <article
      className={classes.message}
      data-ours={isOurs}
      data-note={isNote}
      data-joined={message.joined}
      data-first={isFirst}
      data-message={message.messageId}
      aria-label={isNote ? t('thread.noteBy', { name }) : name}
    >
      {isFirst && <span className={classes.author}>{name}</span>}
      {message.joined && <span className={classes.stranger}>{t('thread.stranger')}</span>}
      <div className={classes.bubble}>
        {isNote && <NoteLabel />}
        {(message.replyTo || metadata?.replyToProviderId) && (
          <Text size="xs" className={classes.quote} lineClamp={2}>
            {answered ? t('thread.replyTo', { text: answered }) : t('thread.replyToEarlier')}
          </Text>
        )}
        {message.contentType !== 'text' && (
          <Text size="sm" fw={600}>
            {t(message.contentType === 'payment' ? 'thread.payment' : 'thread.paymentProcessed')}
          </Text>
        )}
        {message.body && (
          <div className={classes.body}>
            {message.mentions ? <NoteText body={message.body} mentions={message.mentions} /> : message.body}
          </div>
        )}
        {metadata?.button && <Text size="xs">{t('thread.pressed', { text: metadata.button.text })}</Text>}
        {metadata?.location && <Place location={metadata.location} />}
        {metadata && <SiteDetails metadata={metadata} />}
        <Attachments message={message} />
        {delivery && <DeliveryProblem message={message} delivery={delivery} />}
      </div>
      <div className={classes.foot}>
        {delivery?.template && <TemplateMark name={delivery.template} />}
        {!isNote && (
          <span className={classes.fact}>
            {metadata?.provider ? siteName(metadata.provider) : t(`thread.via.${message.type}`)}
          </span>
        )}
        {message.receivedAt ? <Time at={message.receivedAt} /> : <ClockTime at={message.createdAt} />}
        {delivery && <DeliveryTick status={delivery.status} />}
      </div>
    </article>
  )
})

function TemplateMark({ name }: { name: string }) {
  const templateName = templateNames.find(candidate => candidate === name)
  const text = t('thread.template', { name: templateName ? t(`templates.names.${templateName}`) : name })
  return (
    <span className={classes.fact} title={text}>
      <IconTemplate size={13} aria-label={text} role="img" />
    </span>
  )
}

type Location = NonNullable<NonNullable<Message['metadata']>['location']>

function Place({ location: { latitude, longitude, label, address } }: { location: Location }) {
  const name = [label, address].filter(Boolean).join(', ') || `${latitude}, ${longitude}`
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
      className={classes.link}
    >
      {t('thread.location', { label: name })}
    </a>
  )
}
