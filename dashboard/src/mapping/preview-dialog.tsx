import '@mantine/core/styles/List.css'
import type { mappingAnswer as reply } from '@functions/lib/connection/review/write-mapping.ts'
import { List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { call } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { isCode } from '../api/problem.ts'
import { type ChannelMapping, channelPath } from '../connection/api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice, QueryFailure } from '../ui/failure-notice.tsx'
import { isFocusFree } from '../ui/focus.ts'
import { Loading } from '../ui/loading.tsx'
import { type Draft, rowsOf } from './draft.ts'

type Answer = Reply<typeof reply>
/** The answer to a write, not to a preview. */
export type Written = Extract<Answer, { version: number }>
type MappingDifference = Written['difference']

interface PreviewDialogProps {
  base: ChannelMapping
  draft: Draft
  /** The number of rooms that need review. */
  toReview: number
  onClose: () => void
  onRefused: (error: unknown) => void
  onWritten: (answer: Written) => void
}

/** Changes at the channel manager, before they are written. */
export function PreviewDialog({ base, draft, toReview, onClose, onRefused, onWritten }: PreviewDialogProps) {
  const path = `${channelPath(base.propertyId, base.channelId)}/mapping`
  const body = { version: base.version, ...rowsOf(draft) }
  const preview = useQuery({
    queryKey: ['mapping-preview', base.channelId, base.version, draft],
    queryFn: ({ signal }) =>
      call<Pick<Written, 'difference'>>({
        method: 'PUT',
        path,
        body: { ...body, preview: true },
        signal,
      }),
    gcTime: 0,
    staleTime: 0,
  })
  const write = useMutation({
    mutationFn: (finalize: boolean) => call<Written>({ method: 'PUT', path, body: { ...body, finalize } }),
    onSuccess: onWritten,
    onError: error => {
      if (isRefusal(error)) onRefused(error)
    },
  })
  useEffect(() => {
    if (isRefusal(preview.error)) onRefused(preview.error)
  }, [preview.error, onRefused])
  const id = useId()
  const finalise = useRef<HTMLButtonElement>(null)
  const isHarmless = toReview === 0 && preview.data?.difference.removed.length === 0
  useEffect(() => {
    const isAtBeginning = isFocusFree() || document.activeElement?.getAttribute('data-autofocus') === 'true'
    if (isHarmless && isAtBeginning) finalise.current?.focus()
  }, [isHarmless])
  return (
    <Dialog title={t('mapping.previewTitle')} onClose={onClose}>
      <Stack>
        {preview.isPending && <Loading />}
        {preview.isError && !isRefusal(preview.error) && (
          <QueryFailure title={t('mapping.noPreview')} query={preview} />
        )}
        {preview.data && <Difference id={id} base={base} difference={preview.data.difference} />}
        {toReview > 0 && <Text size="sm">{t('mapping.stillToReview', { count: toReview })}</Text>}
        {write.isError && !isRefusal(write.error) && (
          <FailureNotice title={t('mapping.notWritten')} error={write.error} />
        )}
        <DialogFoot onCancel={onClose}>
          <BusyButton
            variant="default"
            disabled={!preview.data || (write.isPending && write.variables)}
            isBusy={write.isPending}
            onClick={() => write.mutate(false)}
          >
            {t('mapping.save')}
          </BusyButton>
          <BusyButton
            ref={finalise}
            aria-describedby={parts.map(part => id + part).join(' ')}
            disabled={!preview.data || (write.isPending && !write.variables)}
            isBusy={write.isPending}
            onClick={() => write.mutate(true)}
          >
            {t('mapping.finalise')}
          </BusyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** Errors to mend on the page, not to try again. */
const isRefusal = (error: unknown): boolean =>
  isCode(error, 'mapping-failed', 'mapping-changed', 'channel-not-found', 'validation-failed')

const parts = ['added', 'changed', 'removed', 'unchanged'] as const

interface DifferenceProps {
  base: Pick<ChannelMapping, 'rooms' | 'ratePlans'>
  difference: MappingDifference
  /** The dialog's id, from which the head of each part has its own. */
  id: string
}

function Difference({ base, difference: { added, removed, changed, unchanged }, id }: DifferenceProps) {
  const isEmpty = added.length + removed.length + changed.length === 0
  const line = ({ otaRoomName, otaRateName, occupancy }: MappingDifference['added'][number]) =>
    t('mapping.lineOf', {
      room: otaRoomName ?? t('mapping.gone'),
      rate: otaRateName ?? t('mapping.gone'),
      count: occupancy,
    })
  // Two plans of one name are told apart by their rooms.
  const plan = ({ ratePlanId, ratePlanName }: MappingDifference['changed'][number]['before']) => {
    const roomId = base.ratePlans.find(({ id }) => id === ratePlanId)?.roomId
    const room = base.rooms.find(one => one.id === roomId)?.name
    const name = ratePlanName ?? t('mapping.gone')
    return room ? t('mapping.ourPlan', { room, plan: name }) : name
  }
  const keyOf = ({ otaRoomId, otaRateId, occupancy }: MappingDifference['added'][number]) =>
    `${otaRoomId}/${otaRateId}/${occupancy}`
  return (
    <>
      {isEmpty && <Text size="sm">{t('mapping.noDifference')}</Text>}
      {added.length > 0 && (
        <Part id={`${id}added`} title={t('mapping.added', { count: added.length })}>
          {added.map(one => (
            <List.Item key={keyOf(one)}>
              {t('mapping.addedLine', { line: line(one), plan: plan(one) })}
            </List.Item>
          ))}
        </Part>
      )}
      {changed.length > 0 && (
        <Part id={`${id}changed`} title={t('mapping.changedLines', { count: changed.length })}>
          {changed.map(one => (
            <List.Item key={keyOf(one)}>
              {t('mapping.changedLine', {
                line: line(one),
                before: plan(one.before),
                plan: plan(one),
              })}{' '}
              {one.before.primary !== one.primary &&
                t(one.primary ? 'mapping.becomesPrimary' : 'mapping.noLongerPrimary')}
            </List.Item>
          ))}
        </Part>
      )}
      {removed.length > 0 && (
        <Part id={`${id}removed`} title={t('mapping.removed', { count: removed.length })}>
          {removed.map(one => (
            <List.Item key={keyOf(one)} c="var(--mantine-color-error)">
              <del>{t('mapping.addedLine', { line: line(one), plan: plan(one) })}</del>
            </List.Item>
          ))}
        </Part>
      )}
      <Text size="sm" c="dimmed" id={`${id}unchanged`}>
        {t('mapping.unchanged', { count: unchanged })}
      </Text>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mb={4} id={id}>
        {title}
      </Title>
      <List size="sm">{children}</List>
    </section>
  )
}
