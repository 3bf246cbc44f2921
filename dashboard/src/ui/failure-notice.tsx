import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError, type Failure } from '../api/problem.ts'

/** What happened and what to do, in the API's words or ours. */
export function failureText(t: TFunction, failure: Failure): string {
  if (failure.code === 'offline') return t('app.unreachable')
  if (failure.code === 'malformed') return t('app.noReason', { status: failure.status })
  return [failure.detail, ...failure.errors.map(({ message }) => message), failure.nextAction]
    .filter(Boolean)
    .join(' ')
}

export const errorText = (t: TFunction, error: unknown): string =>
  error instanceof ApiError ? failureText(t, error.failure) : t('app.unexpected')

interface FailureNoticeProps {
  title: string
  error: unknown
  onRetry?: (() => void) | undefined
}

/** A part of a page that could not be loaded. */
export function FailureNotice({ title, error, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation()
  const requestId = error instanceof ApiError ? error.failure.requestId : undefined
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      m="md"
      role="alert"
    >
      <Text size="sm">{errorText(t, error)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('app.requestId', { id: requestId })}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      )}
    </Alert>
  )
}
