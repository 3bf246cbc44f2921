import '../i18n/channels.ts'
import { t } from 'i18next'
import { isCode } from '../api/problem.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'
import type { useChannels } from './use-channels.ts'

/** How it stands with reading a property's channels. */
export function ReadingChannels({ channels }: { channels: ReturnType<typeof useChannels> }) {
  return (
    <>
      {channels.isPending && <Loading />}
      {channels.isError && !channels.data && (
        <FailureNotice
          title={t(isCode(channels.error, 'property-not-found') ? 'channels.noProperty' : 'channels.failed')}
          error={channels.error}
          onRetry={() => void channels.refetch()}
        />
      )}
      <StaleNotice query={channels} />
    </>
  )
}
