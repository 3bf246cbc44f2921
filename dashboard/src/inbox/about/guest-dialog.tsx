import { t } from 'i18next'
import { useWriteDown } from '../../api/write-down.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { About } from './about.ts'

interface GuestDialogProps {
  guest: NonNullable<About['guest']>
  onClose: () => void
}

/** Corrects a guest. */
export function GuestDialog({ guest, onClose }: GuestDialogProps) {
  const path = `/chat/guests/${encodeURIComponent(guest.guestId)}`
  const save = useWriteDown({ method: 'PATCH', path, onDone: onClose })
  const fields = [
    { name: 'name', required: guest.name !== null },
    { name: 'phone', type: 'tel', required: guest.phone !== null, description: t('about.phoneWhat') },
    { name: 'email', type: 'email', required: guest.email !== null },
    { name: 'language', description: t('about.languageWhat') },
    { name: 'note', description: t('about.noteWhat'), isLong: true },
  ] as const
  return (
    <FormDialog
      title={t('about.editGuest')}
      fields={fields.map(field => ({
        ...field,
        label: t(`about.${field.name}`),
        defaultValue: guest[field.name] ?? '',
      }))}
      sending={save}
      onSend={form => {
        const texts = fields.map(({ name }) => [name, String(form.get(name)).trim() || null] as const)
        save.mutate(Object.fromEntries(texts.filter(([name, text]) => text !== guest[name])))
      }}
      onClose={onClose}
    />
  )
}
