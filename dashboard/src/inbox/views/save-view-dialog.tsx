import '../../i18n/many-threads.ts'
import { TextInput } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
  const send = () => {
    if (viewName === '' || isFull) return
    save.mutate(views => [...views.filter(one => one.name !== viewName), { name: viewName, query }], {
      onSuccess: onClose,
    })
  }
  return (
    <FormDialog title={t('lists.saveTitle')} sending={save} onSend={send} onClose={onClose}>
      <TextInput
        label={t('lists.name')}
        description={isKnown ? t('lists.nameKnown') : t('lists.nameWhat')}
        error={isFull && t('lists.full', { count: mostViews })}
        maxLength={mostOfName}
        required
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
