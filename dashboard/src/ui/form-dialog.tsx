import { Stack, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { t } from 'i18next'
import type { ReactNode, SubmitEvent } from 'react'
import { ApiError } from '../api/problem.ts'
import { BusyButton } from './busy-button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'

interface Field extends Pick<TextInputProps, 'description' | 'type' | 'required' | 'defaultValue'> {
  label: string
  /** The path in the request's body: the API's word on it stands here. */
  name: string
  isLong?: boolean
}

interface FormDialogProps {
  title: string
  fields?: readonly Field[]
  act?: string
  failed?: string
  sending: { isPending: boolean; isError: boolean; error: unknown }
  onSend: (form: FormData) => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog that sends texts. It keeps them where they are refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, fields = [], act = t('app.save'), failed = t('app.notSaved') } = props
  const { sending, onSend, onClose, children } = props
  const { isPending, isError, error } = sending
  const refusals = error instanceof ApiError ? error.failure.errors : []
  const refusalOf = (name: string) => refusals.find(({ path }) => path === name)?.message
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) onSend(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          {fields.map(({ isLong, type, ...field }) => {
            const refusal = refusalOf(field.name)
            const error = refusal && `${field.label} ${refusal}`
            const shared = { ...field, error, errorProps: { role: 'alert' } }
            return isLong ? (
              <Textarea key={field.name} {...shared} autosize minRows={4} maxRows={12} />
            ) : (
              <TextInput key={field.name} {...shared} type={type} />
            )
          })}
          {isError && !fields.some(({ name }) => refusalOf(name)) && (
            <FailureNotice title={failed} error={error} />
          )}
          <DialogFoot onCancel={onClose}>
            <BusyButton type="submit" isBusy={isPending}>
              {act}
            </BusyButton>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
