import { Center, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PageLoading() {
  const { t } = useTranslation()
  return (
    <Center h="100%" mih={200} aria-busy>
      <Loader aria-label={t('app.loading')} role="status" />
    </Center>
  )
}
