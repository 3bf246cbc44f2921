import { lazy, useLayoutEffect } from 'react'
import { LazyPart } from '../../ui/lazy-part.tsx'
import type { ChoiceDialogProps } from './choice-dialog.tsx'

const ChoiceDialog = lazy(async () => ({ default: (await import('./choice-dialog.tsx')).ChoiceDialog }))

/** One press, or the key of a number, chooses and closes; the key also while the dialog's code is on its way. */
export function Choice(props: ChoiceDialogProps) {
  const { choices, onChoose, onClose } = props
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const chosen = choices[Number(event.key) - 1]
      if (!chosen || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onClose()
      onChoose(chosen.key)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [choices, onChoose, onClose])
  return (
    <LazyPart>
      <ChoiceDialog {...props} />
    </LazyPart>
  )
}
