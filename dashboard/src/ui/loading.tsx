import { Loader, type LoaderProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Something is on its way, said to everybody. */
export function Loading(props: LoaderProps) {
  const { t } = useTranslation()
  return <Loader display="block" role="status" aria-label={t('app.loading')} {...props} />
}
