import { type PointerEvent, useState } from 'react'
import { fromList, toWrite } from './thread-title.ts'

/** On a touch screen, focus would bring up the keyboard, over the messages. */
const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches

/** How a link opens a thread: a click with a mouse to write, a key or a finger to read. */
export function useOpening() {
  const [isToWrite, setToWrite] = useState(false)
  return {
    state: isToWrite ? toWrite : fromList,
    onPointerDown: ({ pointerType }: PointerEvent) => setToWrite(pointerType === 'mouse' && hasFinePointer()),
    onKeyDown: () => setToWrite(false),
  }
}
