import '@mantine/core/styles/Progress.css'
import { mostFilesOfMessage } from '@functions/lib/chat/file-types.ts'
import { Button, CloseButton, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { t } from 'i18next'
import { isCode } from '../../api/problem.ts'
import { errorText } from '../../ui/failure-notice.tsx'
import type { DraftFile } from './drafts.ts'
import classes from './file-chips.module.css'
import type { Upload, UploadFailure } from './uploads.ts'

interface FileChipsProps {
  files: readonly DraftFile[]
  uploads: readonly Upload[]
  onRemove: (fileId: string) => void
}

/** The files of a draft, and those on their way to it. */
export function FileChips({ files, uploads, onRemove }: FileChipsProps) {
  const failed = uploads.filter(({ failure }) => failure)
  const sending = uploads.length - failed.length
  return (
    <>
      <VisuallyHidden role="status">
        {sending > 0
          ? t('composer.uploading', { count: sending })
          : t('composer.attached', { count: files.length })}{' '}
        {failed.length > 0 && t('composer.filesFailed', { count: failed.length })}
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
        {uploads.map(({ key, name, share, failure, again, stop }) => (
          <li key={key} className={classes.file} data-failed={failure !== undefined}>
            {failure ? <IconAlertTriangle size={14} aria-hidden /> : <IconPaperclip size={14} aria-hidden />}
            <span className={classes.name}>{name}</span>
            {failure ? (
              <>
                <span>{textOf(failure)}</span>
                {again && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('composer.uploadAgain', { name })}
                    onClick={again}
                  >
                    {t('app.retry')}
                  </Button>
                )}
              </>
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
      {failed.length > 1 && (
        <Group gap="xs" my={4}>
          <Text size="xs">{t('composer.filesFailed', { count: failed.length })}</Text>
          {failed.some(({ again }) => again) && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                for (const { again } of failed) again?.()
              }}
            >
              {t('composer.uploadAllAgain')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              for (const { stop } of failed) stop()
            }}
          >
            {t('composer.removeFailed')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Without the names of invalid fields, since the file's name stands beside the text. */
function textOf(failure: UploadFailure): string {
  if (failure === 'full') return t('composer.filesFull', { limit: mostFilesOfMessage })
  if (failure === 'empty') return t('composer.fileEmpty')
  if (failure === 'too-large') return t('composer.fileTooLarge')
  const { error } = failure
  if (!isCode(error, 'validation-failed')) return errorText(error)
  const { detail, nextAction } = error.failure
  return [detail, nextAction].filter(Boolean).join(' ')
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
