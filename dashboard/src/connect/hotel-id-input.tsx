import { TextInput } from '@mantine/core'
import { t } from 'i18next'
import { hotelIdHint, isHotelId, otaLabel } from '../connection/ota.ts'
import { useLocal } from '../session/use-local.ts'

interface HotelIdInputProps {
  propertyId: string
  ota: string
  value: string
  onChange: (value: string) => void
}

/** The OTA's property ID; its format is checked at each key. White space around it is removed. */
export function HotelIdInput({ propertyId, ota, value, onChange }: HotelIdInputProps) {
  const hotels = useLocal()?.hotels
  return (
    <TextInput
      label={t('connect.hotelId')}
      description={[
        t('connect.hotelIdWhat', { ota: otaLabel(ota) }),
        ...(hotels ? [localHint(hotels[propertyId], Object.values(hotels))] : []),
      ].join(' ')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => onChange(event.currentTarget.value.trim())}
      error={value !== '' && !isHotelId(ota, value) && t('connect.hotelIdWrong', { hint: hotelIdHint(ota) })}
    />
  )

  /** Where there is no extranet to look it up in. */
  function localHint(own: string | undefined, all: string[]): string {
    if (own !== undefined) return t('connect.localHotel', { id: own })
    return t('connect.localHotels', { ids: all.join(', ') })
  }
}
