import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { t } from 'i18next'
import { useId, useMemo, useState } from 'react'
import { otaLabel } from '../connection/ota.ts'
import { money } from '../inbox/about.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { readersLocale } from '../ui/time.tsx'
import type { Consent } from './api.ts'
import { type Choices, planKey, proposed } from './choices.ts'
import { Listings } from './listings.tsx'
import { useMapAndActivate } from './use-consent.ts'

/** Says which listing is which rate plan of ours, and puts the channel on. */
export function MappingForm({ consent }: { consent: Consent }) {
  const title = useId()
  const locale = readersLocale()
  const [own, setOwn] = useState<Choices>({})
  const [payments, setPayments] = useState<Record<string, string>>({})
  const mapping = useMapAndActivate(consent)
  const { mappings, properties, listings, state, isSold, price } = consent
  const choices = useMemo(
    () => open({ ...proposed(consent), ...failedOnes(consent), ...own }, consent),
    [consent, own],
  )
  const chosen = Object.keys(choices).length
  const isWaiting = mappings.some(one => one.state === 'waiting')
  const isBusy = mapping.isPending || isWaiting || state === 'activating'
  const hasFailed = mappings.some(one => one.state === 'failed')
  const isDone = isSold && chosen === 0
  const sold = properties.filter(
    ({ propertyId }) =>
      mappings.some(one => one.propertyId === propertyId && one.state !== 'failed') ||
      Object.values(choices).some(key => key.startsWith(`${propertyId}/`)),
  )
  const charges = price?.plan === 'paid' ? price : undefined
  const paid = Object.entries(payments)
    .filter(([id, paymentId]) => paymentId.trim() && sold.some(({ propertyId }) => propertyId === id))
    .map(([propertyId, paymentId]) => ({ propertyId, paymentId: paymentId.trim() }))
  return (
    <Stack component="section" gap="sm" aria-labelledby={title}>
      <Title order={2} size="h4" id={title}>
        {t('consent.listings')}
      </Title>
      {!isDone && (
        <Text size="sm">{t(listings?.length === 0 ? 'consent.noListings' : 'consent.listingsWhat')}</Text>
      )}
      {listings && listings.length > 0 && (
        <Listings
          consent={consent}
          choices={choices}
          isLocked={isBusy}
          onChoose={(listingId, key) => setOwn({ ...own, [listingId]: key })}
        />
      )}
      {!isDone && charges && (
        <Text size="sm">
          {t('consent.price', { price: money(charges.amount, charges.currency, locale) })}
        </Text>
      )}
      {!isDone && charges && sold.length > 0 && (
        <details>
          <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
            {t('consent.payments')}
          </Text>
          <Stack gap="xs" mt="xs">
            {sold.map(({ propertyId, name }) => (
              <TextInput
                key={propertyId}
                maw="24rem"
                label={t('consent.paymentOf', { name: name ?? propertyId })}
                maxLength={256}
                value={payments[propertyId] ?? ''}
                onChange={({ currentTarget: { value } }) => setPayments({ ...payments, [propertyId]: value })}
              />
            ))}
          </Stack>
        </details>
      )}
      <Text size="sm" role="status">
        {isWaiting && t('consent.mapping')}
        {!isWaiting && state === 'activating' && t('consent.activating', { ota: otaLabel(consent.ota) })}
      </Text>
      {mapping.failure && <FailureNotice title={t('consent.notActivated')} error={mapping.failure} />}
      {!isDone && (
        <Group>
          <BusyButton
            isBusy={isBusy}
            disabled={chosen === 0 && mappings.length === 0}
            onClick={() =>
              mapping.mutate({
                choices,
                charge: {
                  payments: charges ? paid : [],
                  price: charges ? { amount: charges.amount, currency: charges.currency } : null,
                },
              })
            }
          >
            {t(hasFailed ? 'consent.tryAgain' : 'consent.mapAndActivate')}
          </BusyButton>
        </Group>
      )}
    </Stack>
  )
}

/** What failed is tried with the same rate plan, unless another one is chosen. */
const failedOnes = ({ mappings }: Consent): Choices =>
  Object.fromEntries(
    mappings.filter(({ state }) => state === 'failed').map(one => [one.listingId, planKey(one)]),
  )

/** Without what nobody wants sold, and what is mapped already. */
function open(choices: Choices, { mappings }: Consent): Choices {
  const over = new Set(mappings.filter(({ state }) => state !== 'failed').map(({ listingId }) => listingId))
  return Object.fromEntries(Object.entries(choices).filter(([listingId, key]) => key && !over.has(listingId)))
}
