import { Group } from '@mantine/core'
import { t } from 'i18next'
import { otaOptions } from '../connection/ota.ts'
import { AddressSearch, AddressSelect } from '../ui/address-filters.tsx'
import { rowStates } from './states.ts'

const needs = ['openItems', 'toReview'] as const

export const filterNames = ['q', 'state', 'ota', 'only']

/** The address in the API's words. */
export function filterIn(params: URLSearchParams): Record<string, string | undefined> {
  const only = needs.find(one => one === params.get('only'))
  return {
    q: params.get('q')?.trim() || undefined,
    state: params.get('state') ?? undefined,
    ota: params.get('ota') ?? undefined,
    ...(only && { [only]: 'true' }),
  }
}

export const Filters = () => (
  <Group align="end" mb="sm" gap="sm">
    <AddressSearch label={t('portfolio.search')} placeholder={t('portfolio.searchHint')} />
    <AddressSelect
      name="state"
      label={t('portfolio.state')}
      options={rowStates.map(value => ({ value, label: t(`portfolio.states.${value}`) }))}
    />
    <AddressSelect name="ota" label={t('portfolio.ota')} options={otaOptions} />
    <AddressSelect
      name="only"
      label={t('portfolio.only')}
      options={needs.map(value => ({ value, label: t(`portfolio.needs.${value}`) }))}
    />
  </Group>
)
