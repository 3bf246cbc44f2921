import '../../i18n/many-threads.ts'
import { IconNote } from '@tabler/icons-react'
import { t } from 'i18next'
import classes from './message-bubble.module.css'

export function NoteLabel() {
  return (
    <span className={classes.noteLabel}>
      <IconNote size={14} aria-hidden />
      {t('thread.notePrivate')}
    </span>
  )
}
