import type { ReactNode } from 'react'

interface OptionProps {
  id: string
  isMarked: boolean
  className: string | undefined
  onChoose: () => void
  onPointerMove?: () => void
  children: ReactNode
}

/** One of a list that a text box offers: the focus stays there, which has the keys and names the marked one. */
export const Option = ({ id, isMarked, className, onChoose, onPointerMove, children }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box, which names the marked one
  // biome-ignore lint/a11y/useKeyWithClickEvents: likewise, and has the keys
  <div
    role="option"
    id={id}
    aria-selected={isMarked}
    className={className}
    onMouseDown={event => event.preventDefault()}
    onPointerMove={onPointerMove}
    onClick={onChoose}
  >
    {children}
  </div>
)
