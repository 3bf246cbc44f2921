import { Button, Group, Modal } from '@mantine/core'
import { t } from 'i18next'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import classes from './dialog.module.css'
import { isFocusFree } from './focus.ts'

interface DialogProps {
  title: string
  onClose: () => void
  /** Another phase is another dialog to a screen reader. */
  phase?: string
  /** Its content has the focus first, in place of its title. */
  isToType?: boolean
  children: ReactNode
}

/**
 * A modal dialog, read from its title on, where the focus is at the beginning of every phase. Its head is a plain
 * element: a `header` here would count as a second one of the page.
 */
export function Dialog({ title, onClose, phase, isToType = false, children }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(phase)
  useEffect(() => {
    if (shown.current === phase) return
    shown.current = phase
    heading.current?.focus()
  }, [phase])
  // A dialog is closed by taking it away, so it gives the focus back itself.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement)
        setTimeout(() => opener.isConnected && isFocusFree() && opener.focus())
    },
    [opener],
  )
  return (
    <Modal.Root opened onClose={onClose} size="lg" transitionProps={{ duration: 100 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" p="md" pb="xs">
          <Modal.Title fw={600} ref={heading} tabIndex={-1} data-autofocus={isToType ? undefined : true}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('app.close')} />
        </Group>
        <Modal.Body {...apart}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** React passes events of a dialog on to the component that opened it: a form would be sent, and a file taken. */
const stop = (event: SyntheticEvent) => event.stopPropagation()
const apart = { onSubmit: stop, onPaste: stop, onDrop: stop, onDragOver: stop }

interface DialogFootProps {
  /** For a button that does so. */
  onCancel?: () => void
  children: ReactNode
}

export const DialogFoot = ({ onCancel, children }: DialogFootProps) => (
  <div className={classes.foot}>
    {onCancel && (
      <Button variant="default" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    )}
    {children}
  </div>
)
