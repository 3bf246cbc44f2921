import { type PointerEvent, useState } from 'react'
import { fromList, toWrite } from './thread-title.ts'

/** A finger would bring up the keyboard on the screen, over what one wants to read. */
const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches

/** How a link opens a thread: who points at it with a mouse writes next, who uses keys or a finger reads. */
export function useOpening() {
  const [isToWrite, setToWrite] = useState(false)
  return {
    state: isToWrite ? toWrite : fromList,
    onPointerDown: ({ pointerType }: PointerEvent) => setToWrite(pointerType === 'mouse' && hasFinePointer()),
    onKeyDown: () => setToWrite(false),
  }
}
