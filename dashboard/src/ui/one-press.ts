import type { KeyboardEvent } from 'react'

/** For buttons that hand the focus on to one another: a key that is held down presses the first alone. */
export const onePress = {
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
}
