import '../i18n/new-property.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { read } from '../api/client.ts'
import { search } from '../api/pages.ts'
import { errorText } from '../ui/failure-notice.tsx'

interface Choice {
  value: string
  label: string
}

interface FinderProps<Answer> {
  label: string
  hint: string
  queryKey: string
  /** Takes `q`. */
  path: string
  choicesIn: (found: Answer) => Choice[]
  onChoose: (value: string | undefined) => void
}

/** Chooses one of very many, which the server finds by what is typed. */
export function Finder<Answer>({ label, hint, queryKey, path, choicesIn, onChoose }: FinderProps<Answer>) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(null)
  // Waits for a pause in typing: each search at `/api/channel-manager/properties` lists the whole account there.
  const [sought] = useDebouncedValue(text === chosen?.label ? '' : text.trim(), 300)
  const found = useQuery({
    ...read<Answer>([queryKey, sought], `${path}${search({ q: sought })}`),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const choices = found.data ? choicesIn(found.data) : []
  const isKnown = choices.some(({ value }) => value === chosen?.value)
  return (
    <Select
      label={label}
      description={hint}
      searchable
      clearable
      data={chosen && !isKnown ? [chosen, ...choices] : choices}
      // Do not filter again: the server may have matched a pasted id, which no label contains.
      filter={({ options }) => options}
      value={chosen?.value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value, option) => {
        setChosen(value === null ? null : { value, label: option?.label ?? value })
        onChoose(value ?? undefined)
      }}
      nothingFoundMessage={found.isPending ? t('app.loading') : t('newProperty.nothingFound')}
      error={found.isError && !found.data && errorText(found.error)}
      clearButtonProps={{ 'aria-label': t('newProperty.clear') }}
    />
  )
}
