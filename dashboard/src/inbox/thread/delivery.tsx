import { insteadId } from '@functions/lib/chat/delivery/instead-id.ts'
import { Button } from '@mantine/core'
import {
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconClock,
  IconEyeCheck,
  IconHelpCircle,
  IconSend,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { Delivery, Message } from '../../live/message.ts'
import { threadQuery } from '../../live/use-thread.ts'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { useIsStaff } from '../../session/session.ts'
import { failureToast } from '../../ui/failure-notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { otherWay } from '../composer/sending.ts'
import { DealtWith } from '../desk/dealt-with.tsx'
import classes from './message-bubble.module.css'

const ticks = {
  pending: { Icon: IconClock, className: '' },
  sending: { Icon: IconSend, className: '' },
  sent: { Icon: IconCheck, className: '' },
  delivered: { Icon: IconChecks, className: '' },
  read: { Icon: IconEyeCheck, className: classes.read },
  failed: { Icon: IconAlertCircle, className: classes.failed },
  unknown: { Icon: IconHelpCircle, className: classes.failed },
} satisfies Record<Delivery['status'], { Icon: typeof IconClock; className: string | undefined }>

/** How far a send has come: shape and words, never colour alone. */
export function DeliveryTick({ status }: { status: Delivery['status'] }) {
  const { Icon, className } = ticks[status]
  const text = t(`thread.delivery.${status}`)
  return (
    <span className={`${classes.fact} ${className}`} title={text} data-delivery={status}>
      <Icon size={15} role="img" aria-label={text} />
    </span>
  )
}

/** Why a send did not get through, what to do, and the way to send it again. */
export function DeliveryProblem({ message, delivery }: { message: Message; delivery: Delivery }) {
  const isStaff = useIsStaff()
  const { threadId, messageId } = message
  const { data: thread } = useQuery({ ...threadQuery(threadId), enabled: false })
  const again = useMutation({
    mutationFn: () =>
      call<void>({
        method: 'POST',
        path: `/chat/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/retry`,
      }),
    onSuccess: () => toast(t('thread.sentAgain')),
    onError: failureToast,
  })
  if (delivery.status !== 'failed' && delivery.status !== 'unknown') return null
  return (
    <div className={classes.problem}>
      <p>
        <strong>{t(`thread.delivery.${delivery.status}`)}.</strong> {delivery.failure?.detail}
      </p>
      {delivery.failure && <p>{delivery.failure.nextAction}</p>}
      <div className={classes.acts}>
        {isStaff && (
          <Button
            size="compact-xs"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {t('thread.sendAgain')}
          </Button>
        )}
        {delivery.status === 'failed' && <OtherWay message={message} />}
        {thread?.desk?.failedSends.includes(messageId) && (
          <DealtWith threadId={threadId} messageId={messageId} />
        )}
      </div>
    </div>
  )
}

/** Sends the same text by a way that would arrive. It has the same id at each press, so it goes out once. */
function OtherWay({ message }: { message: Message }) {
  const outbox = useOutbox()
  const [isSent, setSent] = useState(false)
  const { messageId, threadId, body, createdAt } = message
  const { data: thread } = useQuery({ ...threadQuery(threadId), enabled: false })
  const type = thread && otherWay(message, thread)
  if (!type || isSent) return null
  const send = () => {
    setSent(true)
    outbox.add(threadId, { kind: 'message', type, body }, createdAt, insteadId(messageId))
  }
  return (
    <Button size="compact-xs" variant="default" onClick={send}>
      {t('thread.sendInstead', { way: t(`composer.send.${type}`) })}
    </Button>
  )
}
