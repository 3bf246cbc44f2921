import '../../i18n/scheduling.ts'
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconClock, IconPaperclip } from '@tabler/icons-react'
import { t } from 'i18next'
import { useStaffName } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { failureToast } from '../../ui/failure-notice.tsx'
import { shortTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DealtWith, useDealtWith } from '../desk/dealt-with.tsx'
import { backToDraft } from './drafts.ts'
import { type Scheduled, useCancelScheduled, useScheduled } from './scheduled.ts'
import classes from './scheduled-lines.module.css'
import { isMessageType } from './ways.ts'

interface ScheduledLinesProps {
  threadId: string
  ids: readonly string[]
  version: number | undefined
}

/** Messages to be sent later, and those that were not sent, above the text box. */
export function ScheduledLines({ threadId, ids, version }: ScheduledLinesProps) {
  const { data = [], isError } = useScheduled(threadId, ids, version)
  return (
    <section aria-label={t('scheduling.lines')} className={classes.lines}>
      {isError && <Text size="sm">{t('scheduling.noList')}</Text>}
      {data.map(one => (
        <Line key={one.messageId} threadId={threadId} scheduled={one} />
      ))}
    </section>
  )
}

interface LineProps {
  threadId: string
  scheduled: Scheduled
}

function Line({ threadId, scheduled }: LineProps) {
  const { uid } = useUser()
  const staffName = useStaffName()
  const { messageId, authorId, body, files = [], failure, status, type } = scheduled
  const cancel = useCancelScheduled(threadId)
  const dealtWith = useDealtWith({ threadId, messageId })
  const tell = { onError: failureToast }
  const who = authorId === uid ? t('scheduling.you') : (staffName(authorId) ?? t('scheduling.somebody'))
  const time = shortTime(new Date(scheduled.sendAt))
  const isOver = status === 'not-sent'
  const rewrite = () => {
    // Only the uploader of a file may send it.
    const own = authorId === uid && failure?.code !== 'attachment-not-sendable' ? files : []
    const isBack = backToDraft(uid, threadId, {
      text: body,
      type: isMessageType(type) ? type : 'message',
      files: [...own],
    })
    if (!isBack) return toast(t('thread.outbox.draftInTheWay'), 'failure')
    if (own.length < files.length) toast(t('scheduling.attachAgain'))
    dealtWith.mutate()
  }
  return (
    <div className={classes.line} data-scheduled={status}>
      {isOver ? <IconAlertCircle size={16} aria-hidden /> : <IconClock size={16} aria-hidden />}
      <div className={classes.words}>
        <Text size="xs" {...(isOver ? { c: 'red', fw: 600 } : { c: 'dimmed' })}>
          {t(`scheduling.${isOver ? 'notSent' : status === 'sending' ? 'sending' : 'waiting'}`, {
            who,
            time,
          })}
        </Text>
        <Text size="sm" lineClamp={2}>
          {body}
        </Text>
        {files.length > 0 && (
          <Text size="sm" className={classes.files ?? ''}>
            <IconPaperclip size={14} aria-hidden />
            <VisuallyHidden>{t('composer.files')}:</VisuallyHidden>
            {files.map(({ name }) => name).join(', ')}
          </Text>
        )}
        {failure && (
          <Text size="sm">
            {failure.detail} {failure.nextAction}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {status === 'waiting' && (
          <BusyButton
            size="compact-xs"
            variant="default"
            isBusy={cancel.isPending}
            onClick={() =>
              cancel.mutate(messageId, { ...tell, onSuccess: () => toast(t('scheduling.cancelled')) })
            }
          >
            {t('scheduling.cancel')}
          </BusyButton>
        )}
        {isOver && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              disabled={dealtWith.isPending || dealtWith.isSuccess}
              onClick={rewrite}
            >
              {t('scheduling.rewrite')}
            </Button>
            <DealtWith threadId={threadId} messageId={messageId} />
          </>
        )}
      </Group>
    </div>
  )
}
