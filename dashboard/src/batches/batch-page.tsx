import '@mantine/core/styles/Progress.css'
import '../i18n/batches.ts'
import '../i18n/connecting.ts'
import { isChoosable } from '@functions/lib/connection/batches/row-states.ts'
import { Anchor, Button, Group, NativeSelect, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { otaLabel } from '../connection/ota.ts'
import { saveAs } from '../ledger/csv.ts'
import { manyPath } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { type BatchDetails, batchQuery, type RowStatus, statusOf } from './api.ts'
import { BatchTable } from './batch-table.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { reportOf } from './report.ts'

/** The rows of a batch: the expected result of each, the choice, and the result. */
export function BatchPage() {
  const { batchId = '' } = useParams()
  usePageTitle(t('batches.title'))
  const batch = useQuery(batchQuery(batchId))
  const { data } = batch
  return (
    <PageFrame>
      <Anchor component={Link} to={manyPath} size="sm">
        {t('batches.back')}
      </Anchor>
      <Title order={1} size="h3">
        {data ? `${t('batches.size', { count: data.size })}, ${otaLabel(data.ota)}` : t('batches.title')}
      </Title>
      <QueryState query={batch} failed={t('batches.failed')} />
      {data && <Rows key={batchId} batch={data} />}
    </PageFrame>
  )
}

function Rows({ batch }: { batch: BatchDetails }) {
  const [filter, setFilter] = useState<string>('')
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const rows = batch.rows.map((row, at) => ({ row, at, status: statusOf(row) }))
  const choosable = rows.filter(({ row }) => isChoosable(row))
  const chosen = choosable.filter(({ at }) => picked.has(at))
  const counts = new Map<RowStatus, number>()
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1)
  const shown = rows.filter(({ status }) => filter === '' || status === filter)
  // Rows that have not changed keep an earlier `toggle`, so it reads the present choice.
  const toggle = (at: number) => setPicked(now => toggled(now, at))
  const download = () => {
    const text = reportOf(batch.rows, t('batches.reportHead', { returnObjects: true }), status =>
      t(`batches.status.${status}`),
    )
    saveAs(`connecting-${batch.createdAt.slice(0, 10)}.csv`, text)
  }
  return (
    <Stack gap="sm">
      <HowFar batch={batch} />
      <Group gap="sm" align="end">
        <NativeSelect
          label={t('batches.show')}
          value={filter}
          onChange={event => setFilter(event.currentTarget.value)}
          data={[
            { value: '', label: t('batches.all', { count: rows.length }) },
            ...[...counts].map(([status, count]) => ({
              value: status,
              label: t('batches.filter', { status: t(`batches.status.${status}`), count }),
            })),
          ]}
        />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t('batches.report')}
        </Button>
      </Group>
      <ChosenBar
        batch={batch}
        chosen={chosen}
        choosable={choosable.length}
        onAll={() => setPicked(new Set(choosable.map(({ at }) => at)))}
        onNone={() => setPicked(new Set())}
      />
      <BatchTable batch={batch} rows={shown} picked={picked} onToggle={toggle} />
    </Stack>
  )
}

function toggled(picked: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(picked)
  if (!next.delete(at)) next.add(at)
  return next
}

/** Rows count once nothing more happens to them by itself. */
function HowFar({ batch: { size, counts, isWorking } }: { batch: BatchDetails }) {
  const { testing = 0, chosen = 0, connecting = 0 } = counts
  const done = size - testing - chosen - connecting
  if (!isWorking)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('batches.done')}
      </Text>
    )
  return (
    <div>
      <Text size="sm" role="status">
        {t('batches.progress', { done, all: size })}
      </Text>
      <Progress value={(100 * done) / size} aria-label={t('batches.working')} my={4} />
      <Text size="sm" c="dimmed">
        {t('batches.canClose')}
      </Text>
    </div>
  )
}
