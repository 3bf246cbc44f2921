import { useEffect, useState } from 'react'
import { whenQuietAtDesk } from '../live/when-quiet.ts'
import { countsAsKey, holdLetters } from '../ui/letter-keys.ts'

const load = { palette: () => import('./palette.tsx'), keys: () => import('./keys-sheet.tsx') }
type Parts = Awaited<ReturnType<typeof load.palette>> & Awaited<ReturnType<typeof load.keys>>

/** Ctrl K, or Command K, opens the palette on every page, ? the sheet of keys; not over another dialog. */
export function GlobalKeys({ onLeave }: { onLeave: () => void }) {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const [{ Palette, KeysSheet }, setParts] = useState<Partial<Parts>>({})
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, target, defaultPrevented } = event
      if (defaultPrevented || repeat || altKey || document.querySelector('[role="dialog"]')) return
      const isPalette = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      const isSheet = !ctrlKey && !metaKey && key === '?' && countsAsKey(target)
      if (!isPalette && !isSheet) return
      event.preventDefault()
      setOpen(isPalette ? 'palette' : 'keys')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  // Keyboard users write on at once.
  useEffect(() => whenQuietAtDesk(() => void load.palette().catch(() => {})), [])
  useEffect(() => {
    if (!open) return
    holdLetters(true)
    // A lazy part would not be loaded again after it failed once.
    load[open]().then(
      part => setParts(now => ({ ...now, ...part })),
      () => setOpen(undefined),
    )
    return () => holdLetters(false)
  }, [open])
  const close = () => setOpen(undefined)
  return (
    <>
      {open === 'palette' && Palette && (
        <Palette onClose={close} onKeys={() => setOpen('keys')} onLeave={onLeave} />
      )}
      {open === 'keys' && KeysSheet && <KeysSheet onClose={close} />}
    </>
  )
}
