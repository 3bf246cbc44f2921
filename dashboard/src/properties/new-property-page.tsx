import '../i18n/new-property.ts'
import '../i18n/connecting.ts'
import { otaNames } from '@functions/lib/connection/otas.ts'
import type {
  managedProperties as managedReply,
  managedProperty as previewReply,
} from '@functions/lib/connection/properties/take-over.ts'
import type { landlordList as landlordsReply } from '@functions/lib/landlord/list-landlords.ts'
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { Link } from 'react-router'
import { post, read } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { propertyChanged } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { useAsk } from '../connection/use-ask.ts'
import { channelsPath, requestsPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast, QueryFailure } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { HeadedPage } from '../ui/page-frame.tsx'
import { toast } from '../ui/toasts.tsx'
import { Finder } from './finder.tsx'

type ManagedList = Reply<typeof managedReply>
type Landlords = Reply<typeof landlordsReply>
type Preview = Reply<typeof previewReply>
interface PropertyReply {
  propertyId: string
  isNew: boolean
}

/** Makes a property of ours of one at the channel manager, and asks for its first connection. */
export function NewPropertyPage() {
  const [channelManagerId, setChannelManagerId] = useState<string>()
  return (
    <HeadedPage
      title={t('newProperty.title')}
      what={t('newProperty.what')}
      above={
        <Anchor component={Link} to={requestsPath()} size="sm">
          {t('requests.back')}
        </Anchor>
      }
    >
      <Stack maw="44rem">
        <Finder
          label={t('newProperty.managed')}
          hint={t('newProperty.managedHint')}
          queryKey="managed"
          path="/api/channel-manager/properties"
          choicesIn={({ properties }: ManagedList) =>
            properties.map(({ channelManagerId: value, title, propertyId }) => ({
              value,
              label: propertyId ? t('newProperty.known', { title }) : title,
            }))
          }
          onChoose={setChannelManagerId}
        />
        {channelManagerId && <Previewed key={channelManagerId} channelManagerId={channelManagerId} />}
      </Stack>
    </HeadedPage>
  )
}

function Previewed({ channelManagerId }: { channelManagerId: string }) {
  const queries = useQueryClient()
  const [chosen, setLandlord] = useState<string>()
  const queryKey = ['managed-property', channelManagerId]
  const preview = useQuery(
    read<Preview>(queryKey, `/api/channel-manager/properties/${encodeURIComponent(channelManagerId)}`),
  )
  const landlordId = preview.data?.landlordId ?? chosen
  const take = useMutation({
    mutationFn: () => post<PropertyReply>('/api/properties', { channelManagerId, landlordId }),
    onSuccess: ({ isNew, propertyId }) => {
      toast(t(isNew ? 'newProperty.taken' : 'newProperty.updated'))
      void propertyChanged(propertyId)
      // Reading it again may fail, and would leave what is over.
      queries.setQueryData(
        queryKey,
        (shown?: Preview) => shown && { ...shown, propertyId, landlordId: landlordId ?? null, changes: [] },
      )
      void queries.invalidateQueries({ queryKey })
    },
    onError: failureToast,
  })
  const { data } = preview
  if (preview.isPending) return <Loading />
  if (!data) return <QueryFailure title={t('newProperty.previewFailed')} query={preview} />
  return (
    <>
      <Card withBorder component="section" aria-label={data.title}>
        <Title order={2} size="h5">
          {data.title}
        </Title>
        <Rooms preview={data} />
        {data.propertyId && <Changes changes={data.changes} />}
      </Card>
      {!data.landlordId && (
        <Finder
          label={t('newProperty.landlord')}
          hint={t('newProperty.landlordHint')}
          queryKey="landlords"
          path="/api/landlords"
          choicesIn={({ landlords }: Landlords) =>
            landlords.map(({ landlordId: value, name }) => ({ value, label: name }))
          }
          onChoose={setLandlord}
        />
      )}
      <Group>
        {(!data.propertyId || data.changes.length > 0) && (
          <BusyButton isBusy={take.isPending} disabled={!landlordId} onClick={() => take.mutate()}>
            {t(data.propertyId ? 'newProperty.update' : 'newProperty.take')}
          </BusyButton>
        )}
        {data.propertyId && <Next propertyId={data.propertyId} />}
      </Group>
    </>
  )
}

function Rooms({ preview: { rooms } }: { preview: Preview }) {
  if (rooms.length === 0) return <Text size="sm">{t('newProperty.noRooms')}</Text>
  return (
    <ul>
      {rooms.map(({ id, name, capacity, ratePlans }) => (
        <li key={id}>
          <Text size="sm">
            {capacity === null ? name : t('newProperty.room', { name, count: capacity })}
            {': '}
            {ratePlans
              .map(({ name: plan, occupancy }) =>
                occupancy === null ? plan : t('newProperty.plan', { name: plan, count: occupancy }),
              )
              .join(', ') || t('newProperty.noPlans')}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Changes({ changes }: Pick<Preview, 'changes'>) {
  if (changes.length === 0) return <Text size="sm">{t('newProperty.same')}</Text>
  return (
    <>
      <Title order={3} size="h6">
        {t('newProperty.changes')}
      </Title>
      <ul>
        {changes.map(({ what, id, before, after }) => (
          <li key={`${what} ${id}`}>
            <Text size="sm">
              {after === null
                ? t('newProperty.goes', { what: before ?? id })
                : before === null
                  ? t('newProperty.comes', { what: after })
                  : t('newProperty.becomes', { before, after })}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Connecting begins at the request for a connection. */
function Next({ propertyId }: { propertyId: string }) {
  const ask = useAsk(propertyId)
  return (
    <>
      {otaNames.map(ota => (
        <BusyButton key={ota} variant="default" isBusy={ask.isPending} onClick={() => ask.mutate(ota)}>
          {t('newProperty.ask', { ota: otaLabel(ota) })}
        </BusyButton>
      ))}
      <Anchor component={Link} to={channelsPath(propertyId)} size="sm">
        {t('requests.toChannels')}
      </Anchor>
    </>
  )
}
