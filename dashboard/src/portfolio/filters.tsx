import { otaNames } from '@functions/lib/connection/otas.ts'
import { Group, NativeSelect } from '@mantine/core'
import { t } from 'i18next'
import { otaLabel } from '../connection/ota.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { useAddress, useTextInAddress } from '../ui/use-address.ts'
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

export function Filters() {
  const { params, set } = useAddress()
  const { text, type } = useTextInAddress('q')
  const choice = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={params.get(name) ?? ''}
      onChange={event => set(name, event.currentTarget.value)}
      data={[{ value: '', label: t('portfolio.all') }, ...options]}
    />
  )
  return (
    <Group align="end" mb="sm" gap="sm">
      <SearchInput
        flex="1 1 14rem"
        label={t('portfolio.search')}
        placeholder={t('portfolio.searchHint')}
        value={text}
        onType={type}
      />
      {choice(
        'state',
        t('portfolio.state'),
        rowStates.map(value => ({ value, label: t(`portfolio.states.${value}`) })),
      )}
      {choice(
        'ota',
        t('portfolio.ota'),
        otaNames.map(value => ({ value, label: otaLabel(value) })),
      )}
      {choice(
        'only',
        t('portfolio.only'),
        needs.map(value => ({ value, label: t(`portfolio.needs.${value}`) })),
      )}
    </Group>
  )
}
