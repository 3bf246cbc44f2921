import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { otas } from '../connection/ota.ts'

const { hotelId: format } = otas.booking

export const isHotelId = (value: string): boolean => format.test(value)

interface HotelIdInputProps {
  ota: string
  value: string
  onChange: (value: string) => void
}

/** The OTA's property ID; its format is checked while one types. White space around what was pasted is no part of it. */
export function HotelIdInput({ ota, value, onChange }: HotelIdInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('connect.hotelId')}
      description={t('connect.hotelIdWhat', { ota })}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => onChange(event.currentTarget.value.trim())}
      error={value !== '' && !isHotelId(value) && t('connect.hotelIdWrong')}
    />
  )
}
