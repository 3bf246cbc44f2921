import '../i18n/facts.ts'
import { factNames, keyOfFact } from '@functions/lib/fact-names.ts'
import { Button, CloseButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { t } from 'i18next'
import { useId, useRef, useState } from 'react'
import { useWriteDown } from '../api/write-down.ts'
import { factsPath } from '../connection/api.ts'
import { FormDialog } from '../ui/form-dialog.tsx'

interface FactsDialogProps {
  property: { propertyId: string; name: string; facts: Record<string, string> }
  onClose: () => void
}

/** Facts of a house, each with its name. */
export function FactsDialog({ property, onClose }: FactsDialogProps) {
  const { propertyId, name, facts } = property
  const save = useWriteDown({ method: 'PUT', path: factsPath(propertyId), onDone: onClose })
  const names = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [rows, setRows] = useState(() => Object.keys(facts))
  const [repeated, setRepeated] = useState<string>()
  const send = (form: FormData) => {
    const written = form.getAll('name').map(name => String(name).trim())
    const keys = written.map(keyOfFact)
    const again = written.find((name, at) => keys.indexOf(keyOfFact(name)) < at)
    setRepeated(again)
    const values = form.getAll('value')
    if (again === undefined)
      save.mutate({ facts: Object.fromEntries(written.map((name, at) => [name, values[at]])) })
  }
  return (
    <FormDialog title={t('facts.of', { house: name })} sending={save} onSend={send} onClose={onClose}>
      <Text size="sm">{t('facts.what')}</Text>
      <datalist id={names}>
        {factNames.map(fact => (
          <option key={fact} value={t(`facts.names.${fact}`)} />
        ))}
      </datalist>
      {rows.map((row, at) => (
        <Group key={row} gap="xs" align="start">
          <TextInput
            name="name"
            aria-label={t('facts.name')}
            placeholder={t('facts.name')}
            list={names}
            maxLength={60}
            required
            autoFocus={!(row in facts)}
            defaultValue={row in facts ? row : ''}
            style={{ flex: '1 1 8rem' }}
          />
          <Textarea
            name="value"
            aria-label={t('facts.text')}
            placeholder={t('facts.text')}
            autosize
            maxRows={6}
            maxLength={2_000}
            defaultValue={facts[row]}
            style={{ flex: '2 1 10rem' }}
          />
          <CloseButton
            aria-label={t('facts.remove', { number: at + 1 })}
            onClick={() => {
              setRows(rows.filter(one => one !== row))
              add.current?.focus()
            }}
          />
        </Group>
      ))}
      {repeated && (
        <Text size="sm" c="red" role="alert">
          {t('facts.repeated', { name: repeated })}
        </Text>
      )}
      <Button ref={add} variant="default" onClick={() => setRows([...rows, crypto.randomUUID()])}>
        {t('facts.add')}
      </Button>
    </FormDialog>
  )
}
