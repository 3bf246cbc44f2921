import '../i18n/landlord.ts'
import type { landlordHome as reply } from '@functions/lib/landlord/my-home.ts'
import { Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { post, read, remove } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { otaLabel } from '../connection/ota.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { Heads, wide } from '../ui/heads.tsx'
import { money } from '../ui/money.ts'
import { Notice } from '../ui/notice.tsx'
import { HeadedPage } from '../ui/page-frame.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { dayOf, readersLocale } from '../ui/time.tsx'
import { toast } from '../ui/toasts.tsx'

type Home = Reply<typeof reply>
type Property = Home['properties'][number]

const homeKey = ['landlord'] as const

export function HomePage() {
  const home = useQuery({
    ...read<Home>(homeKey, '/api/landlord'),
    refetchInterval: 5 * 60_000,
  })
  const { data } = home
  return (
    <HeadedPage title={t('landlord.title')}>
      <QueryState query={home} failed={t('landlord.failed')} />
      {data?.properties.length === 0 && <Notice title={t('landlord.none')} />}
      <Stack>
        {data?.properties.map(property => (
          <PropertyCard key={property.propertyId} property={property} otas={data.otas} />
        ))}
      </Stack>
      {data && <Invoices invoices={data.invoices} />}
    </HeadedPage>
  )
}

function PropertyCard({ property, otas }: { property: Property; otas: string[] }) {
  const { name, channels, requests, propertyId } = property
  const isActive = (ota: string) => channels.some(one => one.ota === ota && one.status === 'active')
  return (
    <Card withBorder component="section" aria-label={name}>
      <Title order={2} size="h5">
        {name}
      </Title>
      <Title order={3} size="h6" mt="sm">
        {t('landlord.channels')}
      </Title>
      {channels.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('landlord.noChannels')}
        </Text>
      )}
      {channels.map(({ channelId, ota, status, hotelId }) => (
        <Text size="sm" key={channelId}>
          <strong>{otaLabel(ota)}</strong>: <ChannelStatus status={status} />,{' '}
          {t('landlord.hotelId', { hotelId })}
        </Text>
      ))}
      {otas
        .filter(ota => !isActive(ota))
        .map(ota => (
          <Asking key={ota} propertyId={propertyId} ota={ota} request={standing(requests, ota)} />
        ))}
      <Title order={3} size="h6" mt="sm">
        {t('landlord.stays')}
      </Title>
      <Stays stays={property.stays} />
    </Card>
  )
}

/** Of several requests, the one that somebody may still act on. */
function standing(requests: Property['requests'], ota: string) {
  const newestFirst = requests
    .filter(one => one.ota === ota)
    .toSorted((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? ''))
  const isOpen = ({ status, isLeftToUs }: Property['requests'][number]) => status === 'pending' || isLeftToUs
  return newestFirst.find(isOpen) ?? newestFirst[0]
}

function ChannelStatus({ status }: { status: string }) {
  const statusName = (['active', 'disconnecting', 'disconnected'] as const).find(one => one === status)
  return <>{statusName ? t(`landlord.statuses.${statusName}`) : status}</>
}

interface AskingProps {
  propertyId: string
  ota: string
  request: Property['requests'][number] | undefined
}

/** Asks for a connection, says how it stands, and takes it back. */
function Asking({ propertyId, ota, request }: AskingProps) {
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: homeKey })
  const ask = useMutation({
    mutationFn: () => post<object>('/api/property-requests', { propertyId, ota }),
    onSuccess: () => void toast(t('landlord.asked')),
    onError: failureToast,
    onSettled: again,
  })
  const takeBack = useMutation({
    mutationFn: (requestId: string) => remove(`/api/property-requests/${encodeURIComponent(requestId)}`),
    onSuccess: () => void toast(t('landlord.takenBack')),
    onError: failureToast,
    onSettled: again,
  })
  const status = (['pending', 'rejected'] as const).find(one => one === request?.status)
  const date = request?.createdAt ? dayOf(request.createdAt) : ''
  return (
    <Group gap="sm" mt="xs">
      {status && (
        <Text size="sm">
          {request?.rejection
            ? `${t('landlord.rejected', { ota: otaLabel(ota) })} ${request.rejection.detail} ${request.rejection.nextAction}`
            : t(`landlord.requests.${status}`, { date })}
        </Text>
      )}
      {status !== 'pending' && !request?.isLeftToUs && (
        <BusyButton size="xs" isBusy={ask.isPending} onClick={() => ask.mutate()}>
          {t('landlord.ask', { ota: otaLabel(ota) })}
        </BusyButton>
      )}
      {request && status && (
        <BusyButton
          size="xs"
          variant="default"
          isBusy={takeBack.isPending}
          onClick={() => takeBack.mutate(request.requestId)}
        >
          {t('landlord.takeBack')}
        </BusyButton>
      )}
    </Group>
  )
}

function Stays({ stays }: Pick<Property, 'stays'>) {
  if (stays.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('landlord.noStays')}
      </Text>
    )
  return (
    <Table verticalSpacing={2} horizontalSpacing="xs">
      <Heads
        of={[t('landlord.arrival'), t('landlord.departure'), wide(t('landlord.ota')), t('landlord.status')]}
      />
      <Table.Tbody>
        {stays.map(({ reservationId, arrival, departure, ota, status }) => (
          <Table.Tr key={reservationId}>
            <Table.Td>{dayOf(arrival)}</Table.Td>
            <Table.Td>{dayOf(departure)}</Table.Td>
            <Table.Td visibleFrom="sm">{ota ? otaLabel(ota) : '–'}</Table.Td>
            <Table.Td>{status ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Invoices({ invoices }: Pick<Home, 'invoices'>) {
  return (
    <section aria-labelledby="invoices">
      <Title order={2} size="h5" mt="lg" id="invoices">
        {t('landlord.invoices')}
      </Title>
      {invoices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('landlord.noInvoices')}
        </Text>
      ) : (
        <Table aria-labelledby="invoices" verticalSpacing="xs" horizontalSpacing="xs">
          <Heads of={[t('landlord.invoice'), t('landlord.amount'), t('landlord.status')]} />
          <Table.Tbody>
            {invoices.map(({ invoiceId, amount, currency, status }) => (
              <Table.Tr key={invoiceId}>
                <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {invoiceId}
                </Table.Th>
                <Table.Td>{money(amount, currency, readersLocale())}</Table.Td>
                <Table.Td>
                  {status === 'open' || status === 'paid' ? t(`landlord.invoiceStatuses.${status}`) : status}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
