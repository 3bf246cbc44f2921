import { Button, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './choice-dialog.module.css'

export interface Choice {
  key: string
  label: string
  detail?: string
}

export interface ChoiceDialogProps {
  title: string
  text?: string
  choices: Choice[]
  onChoose: (key: string) => void
  onClose: () => void
}

/** One press chooses and closes. */
export function ChoiceDialog({ title, text, choices, onChoose, onClose }: ChoiceDialogProps) {
  const choose = ({ key }: Choice) => {
    onClose()
    onChoose(key)
  }
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
