import { Text } from '@mantine/core'
import { Trans } from 'react-i18next'
import { Time } from './time.tsx'

interface StaleNoticeProps {
  /** A query that has shown something before. */
  query: { isError: boolean; data: unknown; dataUpdatedAt: number }
}

/** The data is not the newest, because that could not be read. */
export function StaleNotice({ query: { isError, data, dataUpdatedAt } }: StaleNoticeProps) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {isError && data !== undefined && (
        <Trans i18nKey="app.stale" components={{ time: <Time at={dataUpdatedAt} /> }} />
      )}
    </Text>
  )
}
