import { Button, Group } from '@mantine/core'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import type { Channel, OpenConsent } from '../connection/api.ts'
import { otaLabel, otasByConsent } from '../connection/ota.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { ToOpenConsent } from './open-consent.tsx'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

interface ConnectButtonsProps {
  propertyId: string
  name: string
  landlordId: string | null
  channels: readonly Channel[]
  consents: readonly OpenConsent[]
}

/** For each OTA that a host's consent connects, and where the property is not yet; or the way to what the host was asked for. */
export function ConnectButtons({ propertyId, name, landlordId, channels, consents }: ConnectButtonsProps) {
  const [asked, setAsked] = useState<string>()
  const isThere = (ota: string) => channels.some(one => one.ota === ota && one.status !== 'disconnected')
  return (
    <>
      <Group>
        {consents
          .filter(({ ota }) => !isThere(ota))
          .map(one => (
            <ToOpenConsent key={one.consentId} consent={one} />
          ))}
        {otasByConsent
          .filter(ota => !isThere(ota) && !consents.some(one => one.ota === ota))
          .map(ota => (
            <Button key={ota} variant="default" onClick={() => setAsked(ota)}>
              {t('connect.open', { ota: otaLabel(ota) })}
            </Button>
          ))}
      </Group>
      <LazyPart>
        {asked && (
          <AskDialog
            property={{ propertyId, name, landlordId }}
            ota={asked}
            onClose={() => setAsked(undefined)}
          />
        )}
      </LazyPart>
    </>
  )
}
