import {
  ActionIcon,
  Button,
  Skeleton,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from 'i18next'
import { useState } from 'react'
import { DialogFoot } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { ageOf, readersLocale, useNow } from '../../../ui/time.tsx'
import classes from './canned.module.css'
import { type CannedReply, cannedFor } from './canned.ts'
import { useCanned, useWriterName } from './use-canned.ts'

interface CannedListProps {
  onInsert: (reply: CannedReply) => void
  onNew: () => void
  onEdit: (reply: CannedReply) => void
  onDelete: (reply: CannedReply) => void
}

/** Canned replies, all or those with the words of a search, each with its last author and time. */
export function CannedList({ onInsert, onNew, onEdit, onDelete }: CannedListProps) {
  const [words, setWords] = useState('')
  const { data, isError, error, refetch } = useCanned()
  const replies = data?.replies
  const found = replies && cannedFor(words, replies)
  return (
    <Stack gap="sm">
      {isError && !replies && (
        <FailureNotice title={t('canned.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!isError && !replies && <Skeleton height={64} />}
      {replies && replies.length > 0 && (
        <TextInput
          type="search"
          label={t('canned.search')}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
      )}
      {found?.length === 0 && (
        <Text size="sm">{t(replies?.length === 0 ? 'canned.none' : 'canned.noneFound')}</Text>
      )}
      {found && found.length > 0 && (
        <ul className={classes.replies} aria-label={t('canned.title')}>
          {found.map(reply => (
            <li key={reply.id} className={classes.reply}>
              <UnstyledButton className={classes.insert ?? ''} onClick={() => onInsert(reply)}>
                <span className={classes.name}>
                  <VisuallyHidden component="span">{t('canned.insert')} </VisuallyHidden>
                  {reply.name}
                </span>
                <span className={classes.words}>{reply.text}</span>
                <Facts reply={reply} />
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('canned.edit', { name: reply.name })}
                onClick={() => onEdit(reply)}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('canned.delete', { name: reply.name })}
                onClick={() => onDelete(reply)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {(replies || isError) && (
        // Before, the list would push it from under the pointer.
        <DialogFoot>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
            {t('canned.new')}
          </Button>
        </DialogFoot>
      )}
    </Stack>
  )
}

function Facts({ reply: { version, changedBy, changedAt, files } }: { reply: CannedReply }) {
  const nameOf = useWriterName()
  const locale = readersLocale()
  const age = ageOf(new Date(changedAt), useNow(60_000), locale)
  return (
    <span className={classes.facts}>
      {t(version > 1 ? 'canned.changedBy' : 'canned.writtenBy', { name: nameOf(changedBy), age })}
      {files.length > 0 && ` · ${t('canned.files', { count: files.length })}`}
    </span>
  )
}
