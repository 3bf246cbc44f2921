import '../../i18n/many-threads.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { t } from 'i18next'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useSavedViews, useSaveViews } from './use-saved-views.ts'

/** As many as the API takes. */
const [mostViews, mostOfName] = [30, 60]

/** A name that is there already is used anew. */
export function SaveViewDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const { data: saved = [] } = useSavedViews()
  const save = useSaveViews()
  const [name, setName] = useState('')
  const viewName = name.trim()
  const isKnown = saved.some(one => one.name === viewName)
  const isFull = saved.length >= mostViews && !isKnown
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (viewName === '' || isFull || save.isPending) return
    save.mutate(views => [...views.filter(one => one.name !== viewName), { name: viewName, query }], {
      onSuccess: onClose,
    })
  }
  return (
    <Dialog title={t('lists.saveTitle')} onClose={onClose}>
      <Stack component="form" gap="sm" onSubmit={submit}>
        {save.isError && <FailureNotice title={t('lists.saveFailed')} error={save.error} />}
        <TextInput
          label={t('lists.name')}
          description={isKnown ? t('lists.nameKnown') : t('lists.nameWhat')}
          error={isFull && t('lists.full', { count: mostViews })}
          maxLength={mostOfName}
          required
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <BusyButton type="submit" isBusy={save.isPending}>
            {t('lists.saveIt')}
          </BusyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
