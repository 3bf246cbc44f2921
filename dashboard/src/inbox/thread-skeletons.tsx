import { Skeleton } from '@mantine/core'
import { t } from 'i18next'
import { Loading } from '../ui/loading.tsx'
import { useOnline } from '../ui/online.ts'

export function ThreadSkeletons() {
  const isOnline = useOnline()
  if (!isOnline) return <Loading p="lg" />
  return (
    <div aria-busy role="status" aria-label={t('app.loading')}>
      {Array.from({ length: 8 }, (_, index) => index).map(index => (
        <Skeleton key={index} height={52} mx="sm" mb="sm" w="auto" />
      ))}
    </div>
  )
}
