import { Button, Notification } from '@mantine/core'
import { t } from 'i18next'
import { useSyncExternalStore } from 'react'
import classes from './toasts.module.css'
import { undoMs } from './undo.ts'

interface Toast {
  id: number
  text: string
  kind: 'info' | 'failure'
  action: { label: string; run: () => void } | undefined
  remove: () => void
}

const shownMs = { info: 5_000, failure: 12_000 }

let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a text for some seconds. Returns a function that removes the text. */
export function toast(text: string, kind: Toast['kind'] = 'info', action?: Toast['action']): () => void {
  const id = Date.now() + Math.random()
  const remove = () => become(toasts.filter(one => one.id !== id))
  become([...toasts.slice(-2), { id, text, kind, action, remove }])
  setTimeout(remove, action ? undoMs : shownMs[kind])
  return remove
}

/** Short notices in a live region that is always there, so that screen readers announce them. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section aria-label={t('app.toasts')} className={classes.toasts}>
      <div role="status" aria-live="polite">
        {shown.map(({ id, text, kind, action, remove }) => (
          <Notification
            key={id}
            withBorder
            color={kind === 'failure' ? 'red' : 'blue'}
            onClose={remove}
            closeButtonProps={{ 'aria-label': t('app.dismiss') }}
          >
            {text}
            {action && (
              <Button
                size="compact-sm"
                variant="subtle"
                ml="xs"
                onClick={() => {
                  remove()
                  action.run()
                }}
              >
                {action.label}
              </Button>
            )}
          </Notification>
        ))}
      </div>
    </section>
  )
}
