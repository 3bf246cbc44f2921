import { NativeSelect } from '@mantine/core'
import { t } from 'i18next'
import { SearchInput } from './search-input.tsx'
import { useAddress, useTextInAddress } from './use-address.ts'

interface AddressSelectProps {
  /** The parameter's name in the address. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** A select for one of the options, or all; the choice is a parameter of the address. */
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

/** A search box whose words are the parameter `q` of the address. */
export function AddressSearch(props: { label: string; placeholder: string }) {
  const { text, type, leave } = useTextInAddress('q')
  return <SearchInput flex="1 1 14rem" value={text} onType={type} onBlur={leave} {...props} />
}
