import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { saveAs } from './csv.ts'

interface DownloadButtonProps {
  label: string
  /** Of the file. */
  name: string
  read: () => Promise<string>
}

/** Reads a table and gives it to the browser as a file. */
export function DownloadButton({ label, name, read }: DownloadButtonProps) {
  const file = useMutation({
    mutationFn: read,
    onSuccess: text => saveAs(name, text),
    onError: failureToast,
  })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      isBusy={file.isPending}
      onClick={() => file.mutate()}
    >
      {label}
    </BusyButton>
  )
}
