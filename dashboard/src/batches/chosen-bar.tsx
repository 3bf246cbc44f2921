import { type Charge, totalOf } from '@functions/lib/connection/batches/row-states.ts'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { post } from '../api/client.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { type BatchDetails, type BatchRow, batchApi } from './api.ts'
import { inMoney } from './money.ts'

interface ChosenBarProps {
  batch: BatchDetails
  chosen: readonly { row: BatchRow; at: number }[]
  /** A count of rows. */
  choosable: number
  onAll: () => void
  onNone: () => void
}

export function ChosenBar({ batch, chosen, choosable, onAll, onNone }: ChosenBarProps) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const path = batchApi(batch.batchId)
  const total: Charge[] = totalOf(chosen.flatMap(({ row }) => row.charge ?? []))
  const inWords = total.map(inMoney).join(' + ')
  const changed = () => queries.invalidateQueries({ queryKey: ['batch', batch.batchId] })
  const connect = useMutation({
    mutationFn: () => post(`${path}/connect`, { rows: chosen.map(({ at }) => at), total }),
    onSuccess: () => {
      toast(t('batches.chosen'))
      onNone()
    },
    onError: failureToast,
    onSettled: changed,
  })
  const stop = useMutation({
    mutationFn: () => post(`${path}/stop`),
    onSuccess: () => toast(t('batches.stopped')),
    onError: failureToast,
    onSettled: changed,
  })
  const count = chosen.length
  return (
    <Group gap="sm">
      {choosable > 0 && (
        <>
          <BusyButton isBusy={connect.isPending} disabled={count === 0} onClick={() => setAsks(true)}>
            {inWords === ''
              ? t('batches.connect', { count })
              : t('batches.connectFor', { count, total: inWords })}
          </BusyButton>
          {count < choosable && (
            <Button variant="default" onClick={onAll}>
              {t('batches.chooseAll', { count: choosable })}
            </Button>
          )}
          {count > 0 && (
            <Button variant="default" onClick={onNone}>
              {t('batches.chooseNone')}
            </Button>
          )}
        </>
      )}
      {batch.isWorking && (
        <BusyButton variant="default" isBusy={stop.isPending} onClick={() => stop.mutate()}>
          {t('batches.stop')}
        </BusyButton>
      )}
      {asks && (
        <ConfirmDialog
          title={t('batches.confirmTitle')}
          text={`${t('batches.confirm')} ${inWords === '' ? t('batches.confirmFree') : t('batches.confirmCharge', { total: inWords })}`}
          confirm={t('batches.connect', { count })}
          onConfirm={() => connect.mutate()}
          onClose={() => setAsks(false)}
        />
      )}
    </Group>
  )
}
