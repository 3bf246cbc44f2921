import { Badge, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { t } from 'i18next'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import type { Consent, Listing, ListingMapping, RatePlan } from './api.ts'
import { type Choices, planKey } from './choices.ts'
import classes from './listings.module.css'

interface ListingsProps {
  consent: Consent
  choices: Choices
  isLocked: boolean
  onChoose: (listingId: string, key: string) => void
}

/** The listings of the account, each with what of ours sells it. */
export function Listings({ consent, choices, isLocked, onChoose }: ListingsProps) {
  const { listings, mappings } = consent
  return (
    <Table
      aria-label={t('consent.listings')}
      className={classes.listings}
      verticalSpacing="sm"
      layout="fixed"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="40%">{t('consent.listing')}</Table.Th>
          <Table.Th>{t('consent.ratePlan')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(listings ?? []).map(listing => (
          <Table.Tr key={listing.listingId}>
            <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
              <Text size="sm" fw={600}>
                {listing.title}
              </Text>
              <Text size="xs" c="dimmed">
                <About listing={listing} />
              </Text>
            </Table.Td>
            <Table.Td style={{ verticalAlign: 'top' }}>
              <Sold
                {...{ consent, listing, choices, isLocked, onChoose }}
                mapping={mappings.find(({ listingId }) => listingId === listing.listingId)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function About({ listing: { listingId, type, city, countryCode, occupancies } }: { listing: Listing }) {
  const guests = occupancies === null ? null : t('consent.guests', { count: occupancies })
  return [type, city, countryCode, guests, listingId].filter(Boolean).join(' · ')
}

interface SoldProps extends ListingsProps {
  listing: Listing
  mapping: ListingMapping | undefined
}

const colours = { waiting: 'blue', mapped: 'green', failed: 'red' }

function Sold({ consent, listing, mapping, choices, isLocked, onChoose }: SoldProps) {
  const nameOf = planNamer(consent)
  const { ratePlans, properties, mappings } = consent
  const { listingId, title } = listing
  const mapped = mapping && ratePlans.find(plan => planKey(plan) === planKey(mapping))
  const state = mapping && (
    <Badge variant="dot" miw="max-content" color={colours[mapping.state]}>
      {t(`consent.states.${mapping.state}`)}
    </Badge>
  )
  if (mapping && mapping.state !== 'failed')
    return (
      <Stack gap="xs" align="start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {mapped ? nameOf(mapped) : mapping.ratePlanId}
        </Text>
        {state}
      </Stack>
    )
  const isTaken = (plan: RatePlan) =>
    mappings.some(one => planKey(one) === planKey(plan) && one.listingId !== listingId) ||
    Object.entries(choices).some(([other, chosen]) => chosen === planKey(plan) && other !== listingId)
  return (
    <Stack gap="xs" align="start">
      <NativeSelect
        w="100%"
        aria-label={t('consent.ratePlanOf', { title })}
        disabled={isLocked}
        value={choices[listingId] ?? ''}
        onChange={event => onChoose(listingId, event.currentTarget.value)}
        data={[
          { value: '', label: t('consent.notSold') },
          ...properties.map(({ propertyId, name }) => ({
            group: name ?? propertyId,
            items: ratePlans
              .filter(plan => plan.propertyId === propertyId && plan.canBeMapped)
              .map(plan => ({ value: planKey(plan), label: nameOf(plan), disabled: isTaken(plan) })),
          })),
        ]}
      />
      {state}
      {mapping?.reason && (
        <ReasonNotice
          title={t('consent.mappingFailed')}
          detail={mapping.reason.detail}
          nextAction={mapping.reason.nextAction}
        />
      )}
    </Stack>
  )
}

/** Property, room and rate plan, since several properties may have a rate plan of one name. */
function planNamer({ properties }: Consent) {
  return ({ propertyId, roomName, name, occupancy }: RatePlan): string =>
    t('consent.plan', {
      property: properties.find(one => one.propertyId === propertyId)?.name ?? propertyId,
      ...{ room: roomName, name, count: occupancy },
    })
}
