import '../i18n/channels.ts'
import { t } from 'i18next'
import { isCode } from '../api/problem.ts'
import { QueryState } from '../ui/query-state.tsx'
import type { useChannels } from './use-channels.ts'

export function ReadingChannels({ channels }: { channels: ReturnType<typeof useChannels> }) {
  return (
    <QueryState
      query={channels}
      failed={t(isCode(channels.error, 'property-not-found') ? 'channels.noProperty' : 'channels.failed')}
    />
  )
}
