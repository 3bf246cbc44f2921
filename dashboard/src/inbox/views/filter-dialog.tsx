import '../../i18n/many-threads.ts'
import { channelNames } from '@functions/lib/chat/channel-names.ts'
import { defaultQueue, type ListFilter, readAddress } from '@functions/lib/chat/desk/list-address.ts'
import { stayPhases } from '@functions/lib/chat/desk/stay-phase.ts'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { t } from 'i18next'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { usePlaceNames, usePlaces } from '../../live/use-places.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { QueryFailure } from '../../ui/failure-notice.tsx'

interface FilterDialogProps {
  filter: ListFilter
  onChoose: (filter: ListFilter) => void
  onClose: () => void
}

export function FilterDialog({ filter, onChoose, onClose }: FilterDialogProps) {
  const [chosen, setChosen] = useState(filter)
  const [text, setText] = useState('')
  const places = usePlaces(useDeferredValue(text.trim()))
  const names = usePlaceNames(chosen)
  const { teams = [], properties = [] } = places.data ?? {}
  const choose = (name: keyof ListFilter) => (event: FormEvent<HTMLSelectElement>) => {
    const params = new URLSearchParams({ [name]: event.currentTarget.value })
    setChosen(now => ({ ...now, [name]: readAddress(params).filter[name] }))
  }
  const any = { value: '', label: t('lists.any') }
  const show = (next: ListFilter) => {
    onChoose(next)
    onClose()
  }
  return (
    <Dialog title={t('lists.title')} onClose={onClose}>
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          show(chosen)
        }}
      >
        {places.isError && <QueryFailure title={t('lists.failed')} query={places} />}
        <NativeSelect
          label={t('lists.team')}
          value={chosen.team ?? ''}
          onChange={choose('team')}
          data={withChosen(chosen.team, names.team, [
            any,
            { value: defaultQueue, label: t('lists.defaultQueue') },
            ...teams.map(({ teamId, name }) => ({ value: teamId, label: name })),
          ])}
        />
        <TextInput
          type="search"
          label={t('lists.findProperty')}
          description={t('lists.findPropertyWhat')}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('lists.property')}
          value={chosen.property ?? ''}
          onChange={choose('property')}
          data={withChosen(chosen.property, names.property, [
            any,
            ...properties.map(({ propertyId, name }) => ({ value: propertyId, label: name })),
          ])}
        />
        <NativeSelect
          label={t('lists.stay')}
          description={t('lists.stayWhat')}
          value={chosen.stay ?? ''}
          onChange={choose('stay')}
          data={[any, ...stayPhases.map(value => ({ value, label: t(`lists.stays.${value}`) }))]}
        />
        <NativeSelect
          label={t('lists.channel')}
          description={t('lists.channelWhat')}
          value={chosen.channel ?? ''}
          onChange={choose('channel')}
          data={[any, ...channelNames.map(value => ({ value, label: t(`lists.channels.${value}`) }))]}
        />
        <DialogFoot>
          <Button variant="default" onClick={() => show({})}>
            {t('lists.clear')}
          </Button>
          <Button type="submit">{t('lists.show')}</Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

interface Option {
  value: string
  label: string
}

/** The chosen value stays an option beside those found. */
const withChosen = (value: string | undefined, label: string | undefined, options: Option[]): Option[] =>
  value === undefined || options.some(option => option.value === value)
    ? options
    : [...options, { value, label: label ?? value }]
