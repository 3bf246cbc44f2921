import { type ClipboardEvent, type DragEvent, useState } from 'react'

const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Takes files that are dropped on an element, or pasted into it; text goes to the element. */
export function useDropping(take: (files: Iterable<File>) => void) {
  const [isDropping, setDropping] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    setDropping(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDropping(false)
  }
  const onDrop = (event: DragEvent) => {
    setDropping(false)
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    take(event.dataTransfer.files)
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Text copied from a document may be there as a picture, too.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    take(files)
  }
  return { isDropping, onDragOver, onDragLeave, onDrop, onPaste }
}
