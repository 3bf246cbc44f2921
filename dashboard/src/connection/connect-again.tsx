import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link } from 'react-router'
import { requestPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { type PropertyRequest, requestOfQuery } from './api.ts'
import { otaLabel } from './ota.ts'
import { useAsk } from './use-ask.ts'

interface ConnectAgainProps {
  propertyId: string
  ota: string
}

/** The way from a channel that was disconnected to a request by which the property is connected again. */
export function ConnectAgain({ propertyId, ota }: ConnectAgainProps) {
  const request = useQuery(requestOfQuery(propertyId))
  const ask = useAsk(propertyId)
  const label = t('connect.reconnect', { ota: otaLabel(ota) })
  if (request.data && isOpenFor(request.data, ota))
    return (
      <Button component={Link} to={requestPath(request.data.id)}>
        {label}
      </Button>
    )
  return (
    <BusyButton isBusy={request.isPending || ask.isPending} onClick={() => ask.mutate(ota)}>
      {label}
    </BusyButton>
  )
}

const isOpenFor = (request: PropertyRequest, ota: string): boolean =>
  request.ota === ota && request.status !== 'completed'
