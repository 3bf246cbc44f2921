import '../../i18n/many-threads.ts'
import { Button } from '@mantine/core'
import { IconClock, IconCloudOff, IconHourglass, IconPaperclip } from '@tabler/icons-react'
import { t } from 'i18next'
import { useState } from 'react'
import { answerBefore, filesOf, mentionsOf, type OutboxEntry, typeOf } from '../../outbox/entry.ts'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { useUser } from '../../session/session.ts'
import { failureText } from '../../ui/failure-notice.tsx'
import { ClockTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { backToDraft } from '../composer/drafts.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import classes from './message-bubble.module.css'
import { NoteLabel } from './note-label.tsx'
import { NoteText } from './note-text.tsx'

const icons = { queued: IconClock, connection: IconCloudOff, server: IconHourglass }

/** A message that no server has confirmed yet. */
export function WaitingBubble({ entry, isFirst }: { entry: OutboxEntry; isFirst: boolean }) {
  const { messageId, content, createdAt, refused, waitsFor } = entry
  const type = typeOf(entry)
  const mentions = mentionsOf(entry)
  const isNote = type === 'note'
  const state = waitsFor ?? 'queued'
  const Icon = icons[state]
  const name = t('people.you')
  return (
    <article
      className={classes.message}
      data-ours="true"
      data-note={isNote}
      data-first={isFirst}
      data-waiting={refused ? 'refused' : state}
      data-message={messageId}
      aria-label={isNote ? t('thread.noteBy', { name }) : name}
    >
      {isFirst && <span className={classes.author}>{name}</span>}
      <div className={classes.bubble}>
        {isNote && <NoteLabel />}
        <div className={classes.body}>
          {mentions ? (
            <NoteText body={content.body} mentions={mentions.map(({ userId }) => userId)} />
          ) : (
            content.body
          )}
        </div>
        {filesOf(entry)?.map(({ fileId, name }) => (
          <span key={fileId} className={classes.fact}>
            <IconPaperclip size={13} aria-hidden />
            {name}
          </span>
        ))}
        {answerBefore(entry) ? (
          <p className={classes.problem}>{t('second.waits')}</p>
        ) : (
          <Refused entry={entry} />
        )}
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

function Refused({ entry }: { entry: OutboxEntry }) {
  const { messageId, threadId, content, refused, since } = entry
  const { uid } = useUser()
  const outbox = useOutbox()
  const [isAsking, setAsking] = useState(false)
  if (!refused) return null
  const edit = (type: Extract<typeof content, { kind: 'message' }>['type']) => {
    const [mentions, files] = [mentionsOf(entry), filesOf(entry)]
    if (backToDraft(uid, threadId, { text: content.body, type, since, mentions, files }))
      outbox.discard(messageId)
    else toast(t('thread.outbox.draftInTheWay'), 'failure')
  }
  return (
    <div className={classes.problem}>
      <p>
        <strong>{t('thread.outbox.refused')}.</strong> {failureText(refused)}
      </p>
      <div className={classes.actions}>
        <Button size="compact-xs" variant="default" onClick={() => outbox.retry(messageId)}>
          {t('app.retry')}
        </Button>
        {content.kind === 'message' && (
          <Button size="compact-xs" variant="default" onClick={() => edit(content.type)}>
            {t('thread.outbox.edit')}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
          {t('thread.outbox.discard')}
        </Button>
      </div>
      {isAsking && <DiscardDialog messageId={messageId} onClose={() => setAsking(false)} />}
    </div>
  )
}
