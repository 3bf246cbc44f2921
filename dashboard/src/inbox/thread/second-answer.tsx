import '../../i18n/many-threads.ts'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { t } from 'i18next'
import { type RefObject, useState } from 'react'
import type { Failure } from '../../api/problem.ts'
import type { Message, MessagePage } from '../../live/message.ts'
import { filesOf, type OutboxEntry } from '../../outbox/entry.ts'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { useUser } from '../../session/session.ts'
import { toast } from '../../ui/toasts.tsx'
import { backToDraft } from '../composer/drafts.ts'
import keyClasses from '../desk/choice-dialog.module.css'
import { authorName } from '../sites.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import classes from './second-answer.module.css'
import { type PaneKeys, usePaneKeys } from './use-pane-keys.ts'

interface SecondAnswerProps {
  entry: OutboxEntry
  answer: NonNullable<Failure['answer']>
  messages: Message[]
  authors: MessagePage['authors']
  pane: RefObject<HTMLElement | null>
}

interface Way {
  name: 'send' | 'keep' | 'discard'
  key: keyof PaneKeys
  run: () => void
}

/** A colleague has answered first: the user sends, edits or drops their own answer by one press, or one key. */
export function SecondAnswer({ entry, answer, messages, authors, pane }: SecondAnswerProps) {
  const { uid } = useUser()
  const outbox = useOutbox()
  const [isAsking, setAsking] = useState(false)
  const { messageId, threadId, content } = entry
  const theirs = messages.find(message => message.messageId === answer.messageId)
  const name = authorName(theirs ?? answer, authors)
  const yours = [content.body, ...(filesOf(entry) ?? []).map(({ name }) => name)].filter(Boolean).join(' · ')
  const write = () => pane.current?.querySelector('textarea')?.focus()
  const keep = () => {
    if (content.kind !== 'message') return
    const { body: text, type, mentions, files } = content
    const draft = { text, type, since: answer.createdAt, mentions, files }
    if (!backToDraft(uid, threadId, draft)) return toast(t('thread.outbox.draftInTheWay'), 'failure')
    outbox.discard(messageId)
    write()
  }
  const send = () => {
    outbox.retry(messageId, answer.createdAt)
    write()
  }
  const all: (Way | false)[] = [
    { name: 'send', key: 'y', run: send },
    content.kind === 'message' && { name: 'keep', key: 'k', run: keep },
    { name: 'discard', key: 'x', run: () => setAsking(true) },
  ]
  const ways = all.filter(way => way !== false)
  usePaneKeys(pane, Object.fromEntries(ways.map(({ key, run }) => [key, run])), isAsking)
  return (
    <section className={classes.question} aria-label={t('second.title', { name })}>
      <div role="alert">
        <p className={classes.title}>
          <IconUsers size={16} aria-hidden />
          {t('second.title', { name })}
        </p>
        {theirs && <p className={classes.text}>{t('second.theirs', { text: theirs.body })}</p>}
        <p className={classes.text}>{t('second.yours', { text: yours })}</p>
      </div>
      <div className={classes.ways}>
        {ways.map(({ name, key, run }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-keyshortcuts={key}
            title={t('desk.withKey', { act: t(`second.${name}`), key: key.toUpperCase() })}
            leftSection={
              <kbd className={keyClasses.key} aria-hidden>
                {key.toUpperCase()}
              </kbd>
            }
            onClick={run}
          >
            {t(`second.${name}`)}
          </Button>
        ))}
      </div>
      {isAsking && <DiscardDialog messageId={messageId} onClose={() => setAsking(false)} />}
    </section>
  )
}
