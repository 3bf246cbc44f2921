import { t } from 'i18next'
import { Loading } from '../../ui/loading.tsx'
import { useOnline } from '../../ui/online.ts'
import classes from './thread-list.module.css'

export function ThreadSkeletons() {
  const isOnline = useOnline()
  if (!isOnline) return <Loading p="lg" />
  return (
    <div aria-busy role="status" aria-label={t('app.loading')}>
      {Array.from({ length: 8 }, (_, index) => index).map(index => (
        <div key={index} className={classes.coming} />
      ))}
    </div>
  )
}
