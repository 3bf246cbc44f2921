import { Badge } from '@mantine/core'
import { IconClock, IconHelpCircle, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useState } from 'react'
import type { ThreadDetails } from '../../live/message.ts'
import { threadKey } from '../../live/use-thread.ts'
import { exact, readersLocale, timeLeft, useNow } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'

type Props = { threadId: string } & Pick<ThreadDetails, 'reachability'>

/** How long free text is still possible. When the window closes, the thread is read again and says what is possible then. */
export function ChatappWindow({ threadId, reachability: { chatapp } }: Props) {
  const locale = readersLocale()
  const now = useNow(1_000)
  const queries = useQueryClient()
  const closesAt = chatapp.windowClosesAt === null ? undefined : new Date(chatapp.windowClosesAt)
  const left = closesAt ? closesAt.getTime() - now : 0
  const hasJustClosed = chatapp.windowOpen === true && left <= 0
  // A window closed from the start is no news.
  const [wasOpen] = useState(left > 0)
  useEffect(() => {
    if (!hasJustClosed) return
    if (wasOpen) toast(t('window.justClosed'))
    void queries.invalidateQueries({ queryKey: threadKey(threadId) })
  }, [hasJustClosed, wasOpen, queries, threadId])
  if (chatapp.windowOpen === null) {
    return (
      <Badge
        variant="default"
        size="sm"
        leftSection={<IconHelpCircle size={12} aria-hidden />}
        title={t('window.unknownWhat')}
      >
        {t('window.unknown')}
      </Badge>
    )
  }
  if (!chatapp.windowOpen || hasJustClosed || !closesAt) {
    return (
      <Badge
        variant="default"
        size="sm"
        leftSection={<IconLock size={12} aria-hidden />}
        title={t('window.closedSince')}
      >
        {t('window.closed')}
      </Badge>
    )
  }
  const when = timeLeft(left, locale)
  return (
    <Badge
      variant="default"
      size="sm"
      leftSection={<IconClock size={12} aria-hidden />}
      title={t('window.openUntil', { time: exact(closesAt, locale) })}
    >
      {t('window.open', { when: t('window.in', { when }) })}
    </Badge>
  )
}
