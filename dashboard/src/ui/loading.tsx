import { Box, Loader, type MantineStyleProps } from '@mantine/core'
import { t } from 'i18next'
import { useOnline } from './online.ts'

/** Something is on its way, or will be when the connection is back; said to everybody. */
export function Loading(props: MantineStyleProps) {
  return useOnline() ? (
    <Loader display="block" role="status" aria-label={t('app.loading')} {...props} />
  ) : (
    <Box role="status" ta="center" {...props}>
      {t('app.opensOnline')}
    </Box>
  )
}
