import '../../i18n/many-threads.ts'
import { t } from 'i18next'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useOpenThread } from './finds.ts'

/** Begins a conversation with a number. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const open = useOpenThread()
  return (
    <FormDialog
      title={t('inbox.newMessage')}
      fields={[
        {
          name: 'to.phone',
          label: t('inbox.phone'),
          description: t('inbox.phoneWhat'),
          type: 'tel',
          required: true,
        },
        { name: 'name', label: t('inbox.guestName') },
      ]}
      act={t('inbox.open')}
      failed={t('inbox.openFailed')}
      sending={open}
      onSend={form => {
        const to = { phone: String(form.get('to.phone')) }
        open.mutate({ to, name: String(form.get('name')).trim() || undefined }, { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}
