import { Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import classes from './choice-dialog.module.css'

export interface Choice {
  key: string
  label: string
  /** What stands beside it. */
  detail?: string
}

interface ChoiceDialogProps {
  title: string
  text?: string
  choices: Choice[]
  onChoose: (key: string) => void
  onClose: () => void
}

/** One press, or the key of a number, chooses and closes. */
export function ChoiceDialog({ title, text, choices, onChoose, onClose }: ChoiceDialogProps) {
  const choose = ({ key }: Choice) => {
    onClose()
    onChoose(key)
  }
  useEffect(() => {
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
    <Dialog title={title} onClose={onClose}>
      {text && (
        <Text size="sm" mb="sm">
          {text}
        </Text>
      )}
      <Stack gap="xs">
        {choices.map((choice, index) => (
          <Button
            key={choice.key}
            variant="default"
            justify="flex-start"
            fullWidth
            onClick={() => choose(choice)}
            leftSection={
              <kbd className={classes.key} aria-hidden>
                {index < 9 ? index + 1 : ''}
              </kbd>
            }
            {...(index < 9 && { 'aria-keyshortcuts': String(index + 1) })}
            rightSection={
              choice.detail && (
                <Text span size="xs" c="dimmed">
                  {choice.detail}
                </Text>
              )
            }
          >
            {choice.label}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
