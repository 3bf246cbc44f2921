import { Box, Loader, type MantineStyleProps } from '@mantine/core'
import { t } from 'i18next'
import { useOnline } from './online.ts'

/** A loader, or offline a text; also for screen readers. */
export function Loading(props: MantineStyleProps) {
  return useOnline() ? (
    <Loader display="block" role="status" aria-label={t('app.loading')} {...props} />
  ) : (
    <Box role="status" ta="center" {...props}>
      {t('app.opensOnline')}
    </Box>
  )
}
