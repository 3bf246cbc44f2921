import type { MappingDifference } from '@functions/lib/connection/review/mapping-difference.ts'
import type { WrittenMapping } from '@functions/lib/connection/review/write-mapping.ts'
import { Button, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { isCode } from '../api/problem.ts'
import { type ChannelMapping, channelPath } from '../connection/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { type Draft, rowsOf } from './draft.ts'

interface PreviewDialogProps {
  base: ChannelMapping
  draft: Draft
  /** Rooms that the mapping says have to be looked at. */
  toReview: number
  onClose: () => void
  onRefused: (error: unknown) => void
  onWritten: (isFinal: boolean) => void
}

/** What writing the mapping changes at the channel manager, before it is written. */
export function PreviewDialog({ base, draft, toReview, onClose, onRefused, onWritten }: PreviewDialogProps) {
  const { t } = useTranslation()
  const path = `${channelPath(base.propertyId, base.channelId)}/mapping`
  const body = { version: base.version, ...rowsOf(draft) }
  const preview = useQuery({
    queryKey: ['mapping-preview', base.channelId, base.version, draft],
    queryFn: ({ signal }) =>
      call<{ difference: MappingDifference }>({
        method: 'PUT',
        path,
        body: { ...body, preview: true },
        signal,
      }),
    gcTime: 0,
    staleTime: 0,
  })
  const write = useMutation({
    mutationFn: (finalize: boolean) =>
      call<WrittenMapping>({ method: 'PUT', path, body: { ...body, finalize } }),
    onSuccess: (_, finalize) => onWritten(finalize),
    onError: error => {
      if (isRefusal(error)) onRefused(error)
    },
  })
  useEffect(() => {
    if (isRefusal(preview.error)) onRefused(preview.error)
  }, [preview.error, onRefused])
  return (
    <Dialog title={t('mapping.previewTitle')} onClose={onClose}>
      <Stack>
        {preview.isPending && <Loader aria-label={t('app.loading')} role="status" />}
        {preview.isError && !isRefusal(preview.error) && (
          <FailureNotice
            title={t('mapping.noPreview')}
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        )}
        {preview.data && <Difference difference={preview.data.difference} />}
        {toReview > 0 && <Text size="sm">{t('mapping.stillToReview', { count: toReview })}</Text>}
        {write.isError && !isRefusal(write.error) && (
          <FailureNotice title={t('mapping.notWritten')} error={write.error} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            variant="default"
            disabled={!preview.data || write.isPending}
            loading={write.isPending && !write.variables}
            onClick={() => write.mutate(false)}
          >
            {t('mapping.save')}
          </Button>
          <Button
            data-autofocus
            disabled={!preview.data || write.isPending}
            loading={write.isPending && write.variables}
            onClick={() => write.mutate(true)}
          >
            {t('mapping.finalise')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** What has to be mended on the page, and not tried again as it is. */
const isRefusal = (error: unknown): boolean =>
  isCode(error, 'mapping-failed', 'mapping-changed', 'channel-not-found', 'validation-failed')

function Difference({
  difference: { added, removed, changed, unchanged },
}: {
  difference: MappingDifference
}) {
  const { t } = useTranslation()
  const isEmpty = added.length + removed.length + changed.length === 0
  const line = ({ otaRoomName, otaRateName, occupancy }: MappingDifference['added'][number]) =>
    t('mapping.lineOf', {
      room: otaRoomName ?? t('mapping.gone'),
      rate: otaRateName ?? t('mapping.gone'),
      count: occupancy,
    })
  const plan = (name: string | null) => name ?? t('mapping.gone')
  const keyOf = ({ otaRoomId, otaRateId, occupancy }: MappingDifference['added'][number]) =>
    `${otaRoomId}/${otaRateId}/${occupancy}`
  return (
    <>
      {isEmpty && <Text size="sm">{t('mapping.noDifference')}</Text>}
      {added.length > 0 && (
        <Part title={t('mapping.added', { count: added.length })}>
          {added.map(one => (
            <List.Item key={keyOf(one)}>
              {line(one)} → {plan(one.ratePlanName)}
            </List.Item>
          ))}
        </Part>
      )}
      {changed.length > 0 && (
        <Part title={t('mapping.changedLines', { count: changed.length })}>
          {changed.map(one => (
            <List.Item key={keyOf(one)}>
              {line(one)}: {plan(one.before.ratePlanName)} → {plan(one.ratePlanName)}
              {one.before.primary !== one.primary &&
                ` (${t(one.primary ? 'mapping.becomesPrimary' : 'mapping.noLongerPrimary')})`}
            </List.Item>
          ))}
        </Part>
      )}
      {removed.length > 0 && (
        <Part title={t('mapping.removed', { count: removed.length })}>
          {removed.map(one => (
            <List.Item key={keyOf(one)}>
              {line(one)} → {plan(one.ratePlanName)}
            </List.Item>
          ))}
        </Part>
      )}
      <Text size="sm" c="dimmed">
        {t('mapping.unchanged', { count: unchanged })}
      </Text>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <List size="sm">{children}</List>
    </section>
  )
}
