import { Button } from '@mantine/core'
import { IconClock, IconCloudOff, IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type OutboxEntry, typeOf } from '../outbox/entry.ts'
import { useOutbox } from '../outbox/use-outbox.tsx'
import { failureText } from '../ui/failure-notice.tsx'
import { ClockTime } from '../ui/time.tsx'
import classes from './message-bubble.module.css'

/** A message that no server has confirmed yet. */
export function WaitingBubble({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation()
  const { messageId, content, createdAt, refused, attempts } = entry
  const type = typeOf(entry)
  const isNote = type === 'note'
  const state = refused ? 'refused' : attempts > 0 ? 'waiting' : 'queued'
  const Icon = attempts > 0 ? IconCloudOff : IconClock
  return (
    <article
      className={classes.message}
      data-own="true"
      data-note={isNote}
      data-first="true"
      data-waiting={state}
      data-message={messageId}
      aria-label={t('inbox.you')}
    >
      <div className={classes.bubble}>
        {isNote && (
          <span className={classes.noteLabel}>
            <IconNote size={14} aria-hidden />
            {t('thread.notePrivate')}
          </span>
        )}
        <div className={classes.body}>{content.body}</div>
        {refused && <Refused entry={entry} />}
      </div>
      <div className={classes.foot}>
        {!isNote && <span>{t(`thread.via.${type}`)}</span>}
        <ClockTime at={createdAt} />
        {!refused && (
          <span className={classes.fact} title={t(`thread.outbox.${state}`)}>
            <Icon size={15} role="img" aria-label={t(`thread.outbox.${state}`)} />
          </span>
        )}
      </div>
    </article>
  )
}

function Refused({ entry: { messageId, refused } }: { entry: OutboxEntry }) {
  const { t } = useTranslation()
  const outbox = useOutbox()
  if (!refused) return null
  return (
    <div className={classes.problem}>
      <p>
        <strong>{t('thread.outbox.refused')}.</strong> {failureText(t, refused)}
      </p>
      <div className={classes.actions}>
        <Button size="compact-xs" variant="default" onClick={() => outbox.retry(messageId)}>
          {t('app.retry')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => outbox.discard(messageId)}>
          {t('thread.outbox.discard')}
        </Button>
      </div>
    </div>
  )
}
