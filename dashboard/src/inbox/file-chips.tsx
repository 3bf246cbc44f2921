import { CloseButton, Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DraftFile } from '../outbox/drafts.ts'
import classes from './file-chips.module.css'
import type { Upload } from './use-uploads.ts'

interface FileChipsProps {
  files: readonly DraftFile[]
  uploads: readonly Upload[]
  onRemove: (fileId: string) => void
}

/** The files of a draft, and those on their way to it. */
export function FileChips({ files, uploads, onRemove }: FileChipsProps) {
  const { t } = useTranslation()
  const failed = uploads.filter(({ failure }) => failure)
  const sending = uploads.length - failed.length
  return (
    <>
      <VisuallyHidden role="status">
        {sending > 0
          ? t('composer.uploading', { count: sending })
          : t('composer.attached', { count: files.length })}
      </VisuallyHidden>
      <ul className={classes.files} aria-label={t('composer.files')}>
        {files.map(({ fileId, name, size }) => (
          <li key={fileId} className={classes.file}>
            <IconPaperclip size={14} aria-hidden />
            <span className={classes.name}>{name}</span>
            <span className={classes.size}>{sizeOf(size)}</span>
            <CloseButton
              size="sm"
              aria-label={t('composer.removeFile', { name })}
              onClick={() => onRemove(fileId)}
            />
          </li>
        ))}
        {uploads.map(({ key, name, share, failure, stop }) => (
          <li key={key} className={classes.file} data-failed={failure !== undefined}>
            {failure ? <IconAlertTriangle size={14} aria-hidden /> : <IconPaperclip size={14} aria-hidden />}
            <span className={classes.name}>{name}</span>
            {failure ? (
              <span role="alert">{failure}</span>
            ) : (
              <Progress
                value={share * 100}
                className={classes.progress}
                aria-label={t('composer.uploaded', { name })}
              />
            )}
            <CloseButton
              size="sm"
              aria-label={t(failure ? 'composer.removeFile' : 'composer.stopUpload', { name })}
              onClick={stop}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
