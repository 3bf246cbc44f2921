import { NativeSelect } from '@mantine/core'
import { t } from 'i18next'
import { SearchInput } from './search-input.tsx'
import { useAddress, useTextInAddress } from './use-address.ts'

interface AddressSelectProps {
  /** Of the parameter. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** One of these, or all, by a parameter of the address. */
export function AddressSelect({ name, label, options }: AddressSelectProps) {
  const { params, set } = useAddress()
  return (
    <NativeSelect
      label={label}
      value={params.get(name) ?? ''}
      onChange={event => set(name, event.currentTarget.value)}
      data={[{ value: '', label: t('app.all') }, ...options]}
    />
  )
}

/** The words of a search, in the address as `q`. */
export function AddressSearch(props: { label: string; placeholder: string }) {
  const { text, type } = useTextInAddress('q')
  return <SearchInput flex="1 1 14rem" value={text} onType={type} {...props} />
}
