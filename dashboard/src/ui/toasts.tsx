import { Button, Notification } from '@mantine/core'
import { t } from 'i18next'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import classes from './toasts.module.css'
import { undoMs } from './undo.ts'

interface Toast {
  id: number
  text: string
  kind: 'info' | 'failure'
  action?: { label: string; run: () => void } | undefined
}

/** Gives back how to take it away. */
type ShowToast = (text: string, kind?: Toast['kind'], action?: Toast['action']) => () => void

const ToastContext = createContext<ShowToast>(() => () => {})

export const useToast = (): ShowToast => use(ToastContext)

const shownMs = { info: 5_000, failure: 12_000 }

/** Short notices in a live region that is always there, so that screen readers announce them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const remove = useCallback((id: number) => setToasts(now => now.filter(toast => toast.id !== id)), [])
  const show = useCallback<ShowToast>(
    (text, kind = 'info', action) => {
      const id = Date.now() + Math.random()
      setToasts(now => [...now.slice(-2), { id, text, kind, action }])
      setTimeout(() => remove(id), action ? undoMs : shownMs[kind])
      return () => remove(id)
    },
    [remove],
  )
  const shown = useMemo(
    () =>
      toasts.map(({ id, text, kind, action }) => (
        <Notification
          key={id}
          withBorder
          color={kind === 'failure' ? 'red' : 'blue'}
          onClose={() => remove(id)}
          closeButtonProps={{ 'aria-label': t('app.dismiss') }}
        >
          {text}
          {action && (
            <Button
              size="compact-sm"
              variant="subtle"
              ml="xs"
              onClick={() => {
                remove(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
        </Notification>
      )),
    [toasts, remove],
  )
  return (
    <ToastContext value={show}>
      {children}
      <section aria-label={t('app.toasts')} className={classes.toasts}>
        <div role="status" aria-live="polite">
          {shown}
        </div>
      </section>
    </ToastContext>
  )
}
