import '../../i18n/many-threads.ts'
import { VisuallyHidden } from '@mantine/core'
import { t } from 'i18next'
import type { ReactNode } from 'react'
import { Time } from '../../ui/time.tsx'
import classes from './thread-list.module.css'

interface RowHeadProps {
  title: string
  isUnread: boolean
  /** When somebody wrote last. */
  at: string | number | null
  /** In place of that time. */
  deadline?: ReactNode
  children?: ReactNode
}

/** The first line of a thread's row: title, unread mark, and deadline or time. */
export function RowHead({ title, isUnread, at, deadline, children }: RowHeadProps) {
  return (
    <span className={classes.line}>
      <span className={classes.name}>{title}</span>
      {children}
      {isUnread && (
        <>
          <span className={classes.dot} aria-hidden />
          <VisuallyHidden>{t('inbox.isUnread')}</VisuallyHidden>
        </>
      )}
      {deadline ||
        (at !== null && (
          <span className={classes.time}>
            <Time at={at} />
          </span>
        ))}
    </span>
  )
}
