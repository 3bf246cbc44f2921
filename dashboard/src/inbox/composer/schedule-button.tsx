import '../../i18n/scheduling.ts'
import { ActionIcon } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { LazyPart } from '../../ui/lazy-part.tsx'
import type { ScheduleDialogProps } from './schedule-dialog.tsx'

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

interface ScheduleButtonProps extends Omit<ScheduleDialogProps, 'onClose'> {
  disabled: boolean
}

/** Has a text sent at a time. */
export function ScheduleButton({ disabled, ...dialog }: ScheduleButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        disabled={disabled}
        aria-label={t('scheduling.later')}
        title={t('scheduling.later')}
        onClick={() => setOpen(true)}
      >
        <IconClockPlus size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <LazyPart>
          <ScheduleDialog {...dialog} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
