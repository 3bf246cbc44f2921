import '../../i18n/many-threads.ts'
import { ActionIcon } from '@mantine/core'
import { IconBaselineDensitySmall } from '@tabler/icons-react'
import { t } from 'i18next'
import { setCompact, useCompact } from './density.ts'
import classes from './density-button.module.css'

/** Makes the rows of the list low, or high again. */
export function DensityButton() {
  const isCompact = useCompact()
  return (
    <ActionIcon
      size="sm"
      variant={isCompact ? 'light' : 'subtle'}
      {...(!isCompact && { color: 'gray' })}
      className={classes.density ?? ''}
      aria-pressed={isCompact}
      aria-label={t('inbox.compact')}
      title={t('inbox.compact')}
      onClick={() => setCompact(!isCompact)}
    >
      <IconBaselineDensitySmall size={16} aria-hidden />
    </ActionIcon>
  )
}
