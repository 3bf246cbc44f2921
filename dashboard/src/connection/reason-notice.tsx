import { quotedIn } from '@functions/lib/quote.ts'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { t } from 'i18next'
import type { ReactNode } from 'react'
import classes from './reason-notice.module.css'

interface ReasonNoticeProps {
  title: string
  detail?: string | undefined
  nextAction?: string | undefined
  kind?: 'failure' | 'warning' | 'info'
  /** Announced at once when it appears. */
  isNews?: boolean
  children?: ReactNode
}

const colours = { failure: 'red', warning: 'yellow', info: 'blue' }

export function ReasonNotice({
  title,
  detail,
  nextAction,
  kind = 'failure',
  isNews = false,
  children,
}: ReasonNoticeProps) {
  const Icon = kind === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <Alert
      color={colours[kind]}
      variant="outline"
      icon={<Icon aria-hidden />}
      title={title}
      role={isNews ? 'alert' : 'note'}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {detail && <Detail detail={detail} />}
      <NextAction text={nextAction} />
      {children}
    </Alert>
  )
}

export const NextAction = ({ text }: { text: string | null | undefined }) =>
  text && (
    <Text size="sm" mt={4}>
      <strong>{t('connecting.next')}</strong> {text}
    </Text>
  )

/** Vendors' own words stand apart: they are not meant for people. */
function Detail({ detail }: { detail: string }) {
  const { sentence, words } = quotedIn(detail)
  return (
    <>
      <Text size="sm">{sentence}</Text>
      {words && (
        <Text size="sm" c="dimmed" component="blockquote" className={classes.words}>
          {`“${words}”`}
        </Text>
      )}
    </>
  )
}
