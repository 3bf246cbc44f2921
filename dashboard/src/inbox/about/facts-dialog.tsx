import { Button, CloseButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { t } from 'i18next'
import { useId, useRef, useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type About, useWriteDown } from './about.ts'

interface FactsDialogProps {
  threadId: string
  property: NonNullable<About['property']>
  onClose: () => void
}

/** Facts of a house, each with its name. */
export function FactsDialog({ threadId, property, onClose }: FactsDialogProps) {
  const { propertyId, name: house, facts } = property
  const path = `/api/properties/${encodeURIComponent(propertyId)}/facts`
  const save = useWriteDown({ threadId, method: 'PUT', path, onDone: onClose })
  const names = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [rows, setRows] = useState(() => Object.keys(facts))
  const [repeated, setRepeated] = useState<string>()
  const send = (form: FormData) => {
    const written = form.getAll('name').map(name => String(name).trim())
    const again = written.find((name, at) => written.indexOf(name) < at)
    setRepeated(again)
    const values = form.getAll('value')
    if (again === undefined)
      save.mutate({ facts: Object.fromEntries(written.map((name, at) => [name, values[at]])) })
  }
  return (
    <FormDialog
      title={t('about.factsTitle', { house: house ?? propertyId })}
      sending={save}
      onSend={send}
      onClose={onClose}
    >
      <Text size="sm">{t('about.factsWhat')}</Text>
      <datalist id={names}>
        {Object.values(t('about.factNames', { returnObjects: true })).map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {rows.map((row, at) => (
        <Group key={row} gap="xs" align="start">
          <TextInput
            name="name"
            aria-label={t('about.name')}
            placeholder={t('about.name')}
            list={names}
            maxLength={60}
            required
            autoFocus={!(row in facts)}
            defaultValue={row in facts ? row : ''}
            style={{ flex: '1 1 8rem' }}
          />
          <Textarea
            name="value"
            aria-label={t('about.factText')}
            placeholder={t('about.factText')}
            autosize
            maxRows={6}
            maxLength={2_000}
            defaultValue={facts[row]}
            style={{ flex: '2 1 10rem' }}
          />
          <CloseButton
            aria-label={t('about.removeFact', { number: at + 1 })}
            onClick={() => {
              setRows(rows.filter(one => one !== row))
              add.current?.focus()
            }}
          />
        </Group>
      ))}
      {repeated && (
        <Text size="sm" c="red" role="alert">
          {t('about.factRepeated', { name: repeated })}
        </Text>
      )}
      <Button ref={add} variant="default" onClick={() => setRows([...rows, crypto.randomUUID()])}>
        {t('about.addFact')}
      </Button>
    </FormDialog>
  )
}
