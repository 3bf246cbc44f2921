import { Select, type SelectProps } from '@mantine/core'
import { t } from 'i18next'

/** No id contains it. */
const nothing = '/'

interface ChoiceProps extends Pick<SelectProps, 'aria-label' | 'disabled' | 'error' | 'label' | 'ms'> {
  value: string | null
  options: { value: string; label: string; disabled?: boolean }[]
  /** The text without a choice; by default “not mapped”. */
  none?: string
  onChoose: (value: string | null) => void
}

/** One of our things, or none. Options are drawn when it is opened, and searched by typing. */
export function Choice({ value, options, none, onChoose, ...others }: ChoiceProps) {
  return (
    <Select
      {...others}
      searchable
      allowDeselect={false}
      value={value ?? nothing}
      onChange={chosen => {
        if (chosen !== null) onChoose(chosen === nothing ? null : chosen)
      }}
      data={[{ value: nothing, label: none ?? t('mapping.notMapped') }, ...options]}
      nothingFoundMessage={t('mapping.noneFound')}
      comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
    />
  )
}
