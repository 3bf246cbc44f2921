import { VisuallyHidden } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import classes from './inbox.module.css'
import { ThreadList } from './thread-list.tsx'
import { ThreadPane } from './thread-pane.tsx'

/** The list of threads, and beside it the one that is read; on a narrow screen one of them. */
export function InboxPage() {
  const { t } = useTranslation()
  const { threadId } = useParams()
  usePageTitle(t('app.inbox'))
  return (
    <div className={classes.inbox} data-open={threadId !== undefined}>
      <VisuallyHidden component="h1">{t('inbox.title')}</VisuallyHidden>
      <div className={classes.list}>
        <ThreadList openId={threadId} />
      </div>
      <div className={classes.pane}>
        {threadId === undefined ? (
          <Notice icon={<IconMessages size={40} aria-hidden />} title={t('inbox.choose')} />
        ) : (
          <ThreadPane key={threadId} threadId={threadId} />
        )}
      </div>
    </div>
  )
}
