import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from 'i18next'
import { ApiError, type Failure } from '../api/problem.ts'
import { toast } from './toasts.tsx'

interface Reason {
  detail: string
  nextAction?: string | undefined
}

/** The API's words, or ours where it gave none. */
function inWords({ code, status, detail, errors, nextAction }: Failure): Reason {
  if (code === 'offline') return { detail: t('app.unreachable') }
  if (code === 'malformed') return { detail: t('app.noReason', { status }) }
  return { detail: [detail, ...errors.map(({ message }) => message)].join(' '), nextAction }
}

export const reasonOf = (error: unknown): Reason =>
  error instanceof ApiError ? inWords(error.failure) : { detail: t('app.unexpected') }

const asText = ({ detail, nextAction }: Reason): string => [detail, nextAction].filter(Boolean).join(' ')

export const failureText = (failure: Failure): string => asText(inWords(failure))

export const errorText = (error: unknown): string => asText(reasonOf(error))

/** A query that can be asked again. */
export interface Retryable {
  error: unknown
  refetch: () => unknown
}

/** Shows the failure for a while. */
export const failureToast = (error: unknown): void => void toast(errorText(error), 'failure')

interface FailureNoticeProps {
  title: string
  error: unknown
  onRetry?: (() => void) | undefined
}

/** A part of a page that could not be loaded. */
export function FailureNotice({ title, error, onRetry }: FailureNoticeProps) {
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
      <Text size="sm">{errorText(error)}</Text>
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

/** A notice that reading failed. */
export function QueryFailure({ query, title }: { query: Retryable; title: string }) {
  return <FailureNotice title={title} error={query.error} onRetry={() => void query.refetch()} />
}
