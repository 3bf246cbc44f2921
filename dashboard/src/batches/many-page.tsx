import '../i18n/batches.ts'
import '../i18n/connecting.ts'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link } from 'react-router'
import { otaLabel } from '../connection/ota.ts'
import { batchPath, requestsPath } from '../paths.ts'
import { HeadedPage } from '../ui/page-frame.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Age } from '../ui/time.tsx'
import { type BatchList, batchesQuery } from './api.ts'
import { PasteForm } from './paste-form.tsx'

/** Pairs are pasted here, and what was pasted before is found again. */
export function ManyPage() {
  return (
    <HeadedPage
      title={t('batches.title')}
      what={t('batches.what')}
      above={
        <Anchor component={Link} to={requestsPath()} size="sm">
          {t('requests.back')}
        </Anchor>
      }
    >
      <Stack maw="44rem">
        <PasteForm />
        <Recent />
      </Stack>
    </HeadedPage>
  )
}

function Recent() {
  const list = useQuery(batchesQuery)
  return (
    <section aria-label={t('batches.recent')}>
      <Title order={2} size="h5" mb="xs">
        {t('batches.recent')}
      </Title>
      <QueryState query={list} failed={t('batches.recentFailed')} />
      {list.data?.batches.length === 0 && <Text size="sm">{t('batches.none')}</Text>}
      {list.data && list.data.batches.length > 0 && (
        <ul>
          {list.data.batches.map(batch => (
            <One key={batch.batchId} batch={batch} />
          ))}
        </ul>
      )}
    </section>
  )
}

function One({
  batch: { batchId, ota, size, createdAt, counts, isWorking },
}: {
  batch: BatchList['batches'][number]
}) {
  const { connected = 0 } = counts
  return (
    <li>
      <Anchor component={Link} to={batchPath(batchId)}>
        {t('batches.size', { count: size })}, {otaLabel(ota)}
      </Anchor>{' '}
      <Text component="span" size="sm" c="dimmed">
        <Age at={createdAt} />
        {', '}
        {t(isWorking ? 'batches.working' : 'batches.done')}
        {connected > 0 && `, ${t('batches.connectedCount', { count: connected })}`}
      </Text>
    </li>
  )
}
