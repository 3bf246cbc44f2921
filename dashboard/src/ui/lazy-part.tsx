import { t } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { useOnline } from './online.ts'

interface LazyPartProps {
  fallback?: ReactNode
  /** Where the usual notice has no room. */
  failed?: ReactNode
  address?: string
  children: ReactNode
}

/** A part whose code is loaded when it is first shown; where that fails, the rest of the page goes on. */
export function LazyPart({ fallback = null, failed, address = '', children }: LazyPartProps) {
  // A reload offline would take away what is there.
  const retry = useOnline() ? () => location.reload() : undefined
  const notice = (error: unknown) =>
    failed ?? <FailureNotice title={t('app.partFailed')} error={error} onRetry={retry} />
  return (
    <ErrorBoundary address={address} instead={notice}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
