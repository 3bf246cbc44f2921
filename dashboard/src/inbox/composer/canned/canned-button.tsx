import '../../../i18n/canned.ts'
import { ActionIcon } from '@mantine/core'
import { IconMessage2Bolt } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { type Inserting, useInserting } from './use-canned.ts'

const CannedDialog = lazy(async () => ({ default: (await import('./canned-dialog.tsx')).CannedDialog }))

/** Opens the canned replies; the chosen one is inserted at the text's last cursor. */
export function CannedButton(inserting: Inserting) {
  const [isOpen, setOpen] = useState(false)
  const insert = useInserting(inserting)
  const { textBox, text, thread } = inserting
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('canned.title')}
        title={t('canned.title')}
        onClick={() => setOpen(true)}
      >
        <IconMessage2Bolt size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <LazyPart>
          <CannedDialog
            threadId={thread.threadId}
            onInsert={reply => {
              const { selectionStart: from = text.length, selectionEnd: to = from } = textBox.current ?? {}
              setOpen(false)
              // Once the dialog is gone, which holds the focus.
              setTimeout(() => insert(reply, { from, to }))
            }}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </>
  )
}
