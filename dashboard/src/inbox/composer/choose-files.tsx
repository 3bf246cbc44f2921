import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface ChooseFilesProps {
  onChoose: (files: File[]) => void
  children: FileButtonProps['children']
}

/** Has one choose files; the same file may be chosen again. */
export function ChooseFiles({ onChoose, children }: ChooseFilesProps) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      resetRef={reset}
      onChange={files => {
        onChoose(files)
        reset.current?.()
      }}
    >
      {children}
    </FileButton>
  )
}
