import '../../i18n/many-threads.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useDeferredValue } from 'react'
import { readAccess } from '../../api/search-access.ts'
import { QueryFailure } from '../../ui/failure-notice.tsx'
import { lazily } from '../../ui/lazily.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { searchCode } from './search-code.ts'
import classes from './thread-list.module.css'
import { ThreadSkeletons } from './thread-skeletons.tsx'

const ThreadSearch = lazily(searchCode, ({ ThreadSearch }) => ThreadSearch)

/** The search code is loaded while its key is asked for. */
export function ThreadList({ openId }: { openId: string | undefined }) {
  const access = useQuery({
    queryKey: ['search-access'],
    queryFn: async () => (await Promise.all([readAccess(), searchCode().catch(() => {})]))[0],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  // The list is drawn in pieces, so that the browser answers meanwhile.
  const drawn = useDeferredValue(access.data)
  return (
    <section aria-label={t('inbox.threads')} className={classes.section}>
      {drawn ? (
        <LazyPart fallback={<ThreadSkeletons />}>
          <ThreadSearch indexName={drawn.indexName} openId={openId} />
        </LazyPart>
      ) : access.isError ? (
        <QueryFailure title={t('inbox.failed')} query={access} />
      ) : (
        <ThreadSkeletons />
      )}
    </section>
  )
}
