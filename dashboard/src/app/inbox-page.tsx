import '../i18n/many-threads.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { t } from 'i18next'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { ThreadList } from '../inbox/list/thread-list.tsx'
import { whenQuiet } from '../live/when-quiet.ts'
import { useIsStaff } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import classes from './inbox-page.module.css'
import { code } from './page-code.ts'

const { thread: ThreadPane, myThreads: MyThreads } = code

/** The list of threads, and beside it the one that is read; on a narrow screen one of them. */
export function InboxPage() {
  const { threadId } = useParams()
  const isStaff = useIsStaff()
  usePageTitle(t('app.inbox'))
  // Nobody waits for the code of the first thread that they open.
  useEffect(() => whenQuiet(() => void ThreadPane.load().catch(() => {})), [])
  return (
    <div className={classes.inbox} data-open={threadId !== undefined}>
      <VisuallyHidden component="h1">{t('inbox.title')}</VisuallyHidden>
      <div className={classes.list}>
        {isStaff ? (
          <ThreadList openId={threadId} />
        ) : (
          <LazyPart fallback={<PageLoading />}>
            <MyThreads openId={threadId} />
          </LazyPart>
        )}
      </div>
      <div className={classes.pane}>
        {threadId === undefined ? (
          <Notice icon={<IconMessages size={40} aria-hidden />} title={t('inbox.choose')} />
        ) : (
          <LazyPart fallback={<PageLoading />} address={threadId}>
            <ThreadPane key={threadId} threadId={threadId} />
          </LazyPart>
        )}
      </div>
    </div>
  )
}
