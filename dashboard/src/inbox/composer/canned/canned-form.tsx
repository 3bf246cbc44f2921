import { keyOfName, mostOfCannedName } from '@functions/lib/chat/canned/canned.ts'
import { cannedVariables, unknownVariables } from '@functions/lib/chat/canned/canned-text.ts'
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { t } from 'i18next'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DialogFoot } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { ChooseFiles } from '../choose-files.tsx'
import type { DraftFile } from '../drafts.ts'
import { FileChips } from '../file-chips.tsx'
import { holdsUp } from '../uploads.ts'
import { useDropping } from '../use-dropping.ts'
import { useUploading } from '../use-uploads.ts'
import { ways } from '../ways.ts'
import classes from './canned.module.css'
import type { CannedReply } from './canned.ts'
import { useCanned, useSaveCanned, useWriterName } from './use-canned.ts'

interface CannedFormProps {
  threadId: string
  /** Undefined for a new one. */
  reply?: CannedReply
  onDone: () => void
}

const inBraces = (name: string): string => `{{${name}}}`
const variables = cannedVariables.map(inBraces).join(', ')
/** As long as the longest message. */
const { limit } = ways.message

/** Writes a canned reply, or changes one; where somebody else has changed it meanwhile, that is shown first. */
export function CannedForm({ threadId, reply, onDone }: CannedFormProps) {
  const { data } = useCanned()
  const replies = data?.replies ?? []
  const save = useSaveCanned()
  const [newId] = useState(() => crypto.randomUUID())
  const [based, setBased] = useState(reply)
  const [name, setName] = useState(reply?.name ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const [files, setFiles] = useState<readonly DraftFile[]>(reply?.files ?? [])
  const { uploads, add } = useUploading(threadId, files, file => setFiles(now => [...now, file]))
  const { isDropping: _dropping, ...dropping } = useDropping(add)

  const now = replies.find(({ id }) => id === reply?.id)
  const theirs = now && based && now.version > based.version ? now : undefined
  // A deleted reply is saved as a new one: its deleter did not know of this change.
  const base = data && !now ? undefined : reply
  const isTaken = replies.some(one => one.id !== reply?.id && isSame(one.name, name))
  const unknown = unknownVariables(text)
  const problem = textProblem()
  const isEmpty = name.trim() === '' || (text.trim() === '' && files.length === 0)
  const maySave = !(isEmpty || isTaken || problem || uploads.some(holdsUp) || theirs)

  function textProblem(): string | undefined {
    if (unknown.length > 0)
      return t('canned.textUnknown', { unknown: unknown.map(inBraces).join(', '), variables })
    return text.length > limit ? t('canned.tooLong', { limit }) : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!maySave || save.isPending) return
    const fields = { name: name.trim(), text, fileIds: files.map(({ fileId }) => fileId) }
    save.mutate({ id: base?.id ?? newId, version: base && based?.version, ...fields }, { onSuccess: onDone })
  }
  const goOnWith = (one: CannedReply, isMine: boolean) => {
    setBased(one)
    save.reset()
    if (isMine) return
    setName(one.name)
    setText(one.text)
    setFiles(one.files)
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit} {...dropping}>
      {save.isError && !theirs && <FailureNotice title={t('canned.saveFailed')} error={save.error} />}
      {theirs && <Theirs reply={theirs} onChoose={isMine => goOnWith(theirs, isMine)} />}
      <TextInput
        label={t('canned.name')}
        description={t('canned.nameWhat')}
        error={isTaken && t('canned.nameTaken')}
        maxLength={mostOfCannedName}
        required
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('canned.text')}
        description={t('canned.textWhat', { variables })}
        error={problem}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {files.length + uploads.length > 0 && (
        <FileChips
          files={files}
          uploads={uploads}
          onRemove={removedId => setFiles(files.filter(({ fileId }) => fileId !== removedId))}
        />
      )}
      <DialogFoot>
        <ChooseFiles onChoose={add}>
          {props => (
            <Button {...props} variant="default" leftSection={<IconPaperclip size={16} aria-hidden />}>
              {t('canned.attach')}
            </Button>
          )}
        </ChooseFiles>
        <Button variant="default" onClick={onDone}>
          {t('app.cancel')}
        </Button>
        <BusyButton type="submit" disabled={!maySave} isBusy={save.isPending}>
          {t('canned.save')}
        </BusyButton>
      </DialogFoot>
    </Stack>
  )
}

const isSame = (one: string, other: string): boolean => keyOfName(one.trim()) === keyOfName(other.trim())

/** Shows the other user's version; the reader chooses between the two. */
function Theirs({ reply, onChoose }: { reply: CannedReply; onChoose: (isMine: boolean) => void }) {
  const nameOf = useWriterName()
  return (
    <Alert color="yellow" role="alert" title={t('canned.theirs', { name: nameOf(reply.changedBy) })}>
      <Text size="sm" fw={600}>
        {reply.name}
      </Text>
      <Text size="sm" className={classes.theirs ?? ''}>
        {reply.text}
      </Text>
      <Button size="xs" variant="default" mr="xs" onClick={() => onChoose(false)}>
        {t('canned.takeTheirs')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onChoose(true)}>
        {t('canned.keepMine')}
      </Button>
    </Alert>
  )
}
