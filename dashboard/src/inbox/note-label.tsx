import '../i18n/many-threads.ts'
import { IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './message-bubble.module.css'

export function NoteLabel() {
  const { t } = useTranslation()
  return (
    <span className={classes.noteLabel}>
      <IconNote size={14} aria-hidden />
      {t('thread.notePrivate')}
    </span>
  )
}
