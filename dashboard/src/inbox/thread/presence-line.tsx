import '../../i18n/many-threads.ts'
import { t } from 'i18next'
import { useStaffName } from '../../live/use-staff.ts'
import { readersLocale } from '../../ui/time.tsx'
import classes from './presence-line.module.css'
import { usePresence } from './use-presence.ts'

/** The line is always there, so that its words are announced. */
export function PresenceLine({ threadId }: { threadId: string }) {
  const locale = readersLocale()
  const { writing, open } = usePresence(threadId)
  const staffName = useStaffName()
  const named = (userIds: string[]) => {
    const names = userIds.map(userId => staffName(userId) ?? t('presence.somebody'))
    return { count: names.length, names: new Intl.ListFormat(locale).format(names) }
  }
  return (
    <div role="status" className={classes.line}>
      {writing.length > 0 && <span>{t('presence.writing', named(writing))}</span>}
      {open.length > 0 && <span>{t('presence.open', named(open))}</span>}
    </div>
  )
}
