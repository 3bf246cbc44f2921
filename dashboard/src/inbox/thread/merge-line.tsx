import '../../i18n/many-threads.ts'
import { Button } from '@mantine/core'
import { t } from 'i18next'
import { Link, useSearchParams } from 'react-router'
import type { ThreadDetails } from '../../live/message.ts'
import { useThreadTitle } from '../../live/use-thread.ts'
import { threadPath } from '../../paths.ts'
import { useMerging } from '../about/use-merging.ts'
import classes from './merge-line.module.css'

/** Several threads of one guest: the way to the others, and apart. */
export function MergeLine({ thread }: { thread: ThreadDetails }) {
  const { threadId, mergedInto, merged = [] } = thread
  const merge = useMerging(threadId)
  if (mergedInto)
    return (
      <section className={classes.line} aria-label={t('merging.title')}>
        <span>
          {t('merging.into')} <OtherThread threadId={mergedInto} />. {t('merging.intoWhat')}
        </span>
        <Button size="compact-sm" variant="default" onClick={() => merge(mergedInto, false)}>
          {t('merging.takeApart')}
        </Button>
      </section>
    )
  if (merged.length === 0) return null
  return (
    <section className={classes.line} aria-label={t('merging.title')}>
      <span>{t('merging.with', { count: merged.length })}</span>
      {merged.map(id => (
        <OtherThread key={id} threadId={id} />
      ))}
    </section>
  )
}

function OtherThread({ threadId }: { threadId: string }) {
  const [params] = useSearchParams()
  const title = useThreadTitle(threadId)
  return (
    <Link to={{ pathname: threadPath(threadId), search: params.toString() }} className={classes.link}>
      {title}
    </Link>
  )
}
