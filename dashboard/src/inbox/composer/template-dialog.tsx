import { renderTemplate } from '@functions/lib/chat/templates/fill-template.ts'
import { templateValue } from '@functions/lib/chat/templates/template-body.ts'
import { templateOf } from '@functions/lib/chat/templates/templates.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import type { ThreadDetails } from '../../live/message.ts'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { dateFormat } from '../../ui/formats.ts'
import classes from './composer.module.css'

type Preview = NonNullable<ThreadDetails['reachability']['templates']>[number]

interface TemplateDialogProps {
  threadId: string
  thread: ThreadDetails
  /** Up to when its author has seen the thread. */
  since: string
  onClose: () => void
}

/** An approved template, which its author chooses, filled from the stay where its record says something, sent whether or not the window is open. */
export function TemplateDialog({ threadId, thread, since, onClose }: TemplateDialogProps) {
  const [sinceOpened] = useState(since)
  const previews = thread.reachability.templates ?? []
  const [name, setName] = useState('')
  const preview = previews.find(candidate => candidate.name === name)
  return (
    <Dialog title={t('templates.title')} onClose={onClose}>
      <Stack>
        <NativeSelect
          label={t('templates.choose')}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          data={[
            { value: '', label: t('templates.none'), disabled: true },
            ...previews.map(({ name: value }) => ({ value, label: t(`templates.names.${value}`) })),
          ]}
        />
        {preview && (
          <TemplateForm
            key={name}
            preview={preview}
            threadId={threadId}
            since={sinceOpened}
            onClose={onClose}
          />
        )}
      </Stack>
    </Dialog>
  )
}

/** The API's own rule for each value, in our words; nothing may be left out that no record fills. */
function valuesOf(preview: Preview) {
  const optional = z
    .string()
    .refine(text => text === '' || templateValue.safeParse(text).success, t('templates.invalid'))
  const needed = z.string().min(1, t('templates.needed')).pipe(optional)
  return z.object(
    Object.fromEntries(
      preview.variables.map(({ name, value }) => [name, value === null ? needed : optional]),
    ),
  )
}

type Values = Record<string, string>

function TemplateForm({
  preview,
  threadId,
  since,
  onClose,
}: { preview: Preview } & Omit<TemplateDialogProps, 'thread'>) {
  const outbox = useOutbox()
  const form = useForm<Values>({
    resolver: zodResolver(valuesOf(preview)),
    defaultValues: Object.fromEntries(
      preview.variables.map(({ name, value }) => [name, inWords(value ?? '')]),
    ),
  })
  const recordValues = Object.fromEntries(
    preview.variables.map(({ name, value }) => [name, value ?? undefined]),
  )
  const body = renderTemplate(templateOf(preview.name), { ...recordValues, ...filled(form.watch()) })
  const submit = form.handleSubmit(values => {
    // The API fills the values on record, so that they are current when the template is sent.
    const own = Object.entries(filled(values)).filter(([name, value]) => value !== recordValues[name])
    const variables = Object.fromEntries(own)
    outbox.add(threadId, { kind: 'template', template: preview.name, variables, body }, since)
    onClose()
  })
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Stack>
        {preview.variables.map(({ name, value }) => (
          <TextInput
            key={name}
            label={labelOf(name)}
            description={
              value === null ? name === 'instructions' && t('templates.wayIn') : t('templates.fromRecord')
            }
            required={value === null}
            error={form.formState.errors[name]?.message}
            {...form.register(name)}
          />
        ))}
        <figure className={classes.preview}>
          <figcaption>{t('templates.preview')}</figcaption>
          <Text size="sm">{body}</Text>
        </figure>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t('templates.submit')}</Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

/** Nobody writes a guest 2026-01-04; the templates are in English. */
const inWords = (value: string): string =>
  z.iso.date().safeParse(value).success
    ? dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
    : value

const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

const labels = ['guest', 'property', 'arrival', 'departure', 'instructions', 'link'] as const

/** A variable that no text is written for yet goes by its own name. */
function labelOf(name: string): string {
  const labelName = labels.find(label => label === name)
  return labelName ? t(`templates.variables.${labelName}`) : name
}
