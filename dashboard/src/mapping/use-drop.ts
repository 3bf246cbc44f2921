import { type DragEvent, useState } from 'react'

/** A place where a thing of ours may be dropped; whatever it does, the select beside it does as well. */
export function useDrop(type: string, isReadOnly: boolean, onDrop: (id: string) => void) {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent) => !isReadOnly && event.dataTransfer.types.includes(type)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(type))
      },
    },
  }
}
