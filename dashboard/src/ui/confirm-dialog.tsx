import { Button, Stack, Text } from '@mantine/core'
import { Dialog, DialogFoot } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        <DialogFoot onCancel={onClose}>
          <Button
            color="red"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
