import '../i18n/many-threads.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { code } from '../app/page-code.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { orReload } from '../ui/or-reload.ts'
import { readAccess } from './search-access.ts'
import classes from './thread-list.module.css'
import { ThreadSkeletons } from './thread-skeletons.tsx'

const ThreadSearch = lazy(orReload(async () => ({ default: (await code.threads()).ThreadSearch })))

/** The threads that the signed-in user may see. What searches them is loaded while the key for it is asked for. */
export function ThreadList({ openId }: { openId: string | undefined }) {
  const { t } = useTranslation()
  const access = useQuery({
    queryKey: ['search-access'],
    queryFn: async () => (await Promise.all([readAccess(), code.threads().catch(() => {})]))[0],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label={t('inbox.threads')} className={classes.section}>
      {access.data ? (
        <LazyPart fallback={<ThreadSkeletons />}>
          <ThreadSearch indexName={access.data.indexName} openId={openId} />
        </LazyPart>
      ) : access.isError ? (
        <FailureNotice title={t('inbox.failed')} error={access.error} onRetry={() => void access.refetch()} />
      ) : (
        <ThreadSkeletons />
      )}
    </section>
  )
}
