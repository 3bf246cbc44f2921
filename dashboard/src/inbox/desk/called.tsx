import '../../i18n/many-threads.ts'
import { IconBell } from '@tabler/icons-react'
import { t } from 'i18next'
import { useEffect, useState } from 'react'
import { type Cause, type CauseName, causeNames } from '../../live/causes.ts'
import type { ThreadDetails } from '../../live/message.ts'
import { clock } from '../../ui/time.tsx'
import classes from './desk-state.module.css'

/** Why somebody is called to a thread, in few words; empty where its last message says enough. */
export function calledText(causes: readonly Cause[], closesAt: string | null = null): string {
  const textOf = (name: CauseName) =>
    name === 'window-closing' && closesAt !== null
      ? t('called.windowCloses', { time: clock(new Date(closesAt)) })
      : t(`called.${name}`)
  return causeNames(causes).map(textOf).join(' · ')
}

export function Called({ causes, closesAt }: { causes: readonly Cause[]; closesAt: string | null }) {
  const text = calledText(causes, closesAt)
  if (text === '') return null
  return (
    <span className={classes.state}>
      <IconBell size={13} aria-hidden />
      {text}
    </span>
  )
}

/** Causes stay until the reader leaves the thread, though reading it has cleared them. */
export function useCalled(thread: ThreadDetails | undefined): readonly Cause[] {
  const [called, setCalled] = useState<readonly Cause[]>([])
  const causes = thread?.attention
  useEffect(() => {
    if (causes && causes.length > 0) setCalled(causes)
  }, [causes])
  return called
}
