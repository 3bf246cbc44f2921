import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function ThreadSkeletons() {
  const { t } = useTranslation()
  return (
    <div aria-busy role="status" aria-label={t('app.loading')}>
      {Array.from({ length: 8 }, (_, index) => index).map(index => (
        <Skeleton key={index} height={52} mx="sm" mb={12} w="auto" />
      ))}
    </div>
  )
}
