import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { onePress } from './one-press.ts'

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean
  type?: 'button' | 'submit'
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button that does nothing while what it began goes on. It stays where the focus is: a disabled one loses it. */
export function BusyButton({ isBusy, onClick, leftSection, ...others }: BusyButtonProps) {
  return (
    <Button
      {...onePress}
      {...others}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      leftSection={isBusy ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
      onClick={() => {
        if (!isBusy) onClick?.()
      }}
    />
  )
}
