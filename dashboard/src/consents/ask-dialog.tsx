import '../i18n/consent.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useId, useState } from 'react'
import { call } from '../api/client.ts'
import { search } from '../api/pages.ts'
import { otaLabel } from '../connection/ota.ts'
import type { PortfolioList, PortfolioRow } from '../portfolio/api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { useAskConsent } from './use-ask-consent.ts'

interface AskDialogProps {
  property: { propertyId: string; name: string; landlordId: string | null }
  ota: string
  onClose: () => void
}

/** Which properties the host's account lets, before a link is made: one consent is for all of them. */
export function AskDialog({ property, ota, onClose }: AskDialogProps) {
  const ask = useAskConsent(ota)
  const others = useOthers(property, ota)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const label = otaLabel(ota)
  const title = useId()
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])
  return (
    <Dialog title={t('consent.title', { ota: label })} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('consent.askWhat', { ota: label })}</Text>
        {others.isLoading && <Loading />}
        {others.isError && (
          <FailureNotice
            title={t('consent.othersFailed')}
            error={others.error}
            onRetry={() => void others.refetch()}
          />
        )}
        {others.data && others.data.length > 0 && (
          <Stack role="group" aria-labelledby={title} gap="xs">
            <div>
              <Text size="sm" fw={600} id={title}>
                {t('consent.others')}
              </Text>
              <Text size="sm" c="dimmed">
                {t('consent.othersWhat', { name: property.name })}
              </Text>
            </div>
            {others.data.slice(0, most).map(({ propertyId, propertyName }) => (
              <Group key={propertyId} component="label" gap="xs" fz="sm" mih={24}>
                <input
                  type="checkbox"
                  checked={chosen.includes(propertyId)}
                  onChange={() => toggle(propertyId)}
                />
                {propertyName}
              </Group>
            ))}
            {others.data.length > most && <Text size="sm">{t('consent.othersMore', { count: most })}</Text>}
          </Stack>
        )}
        {ask.isError && <FailureNotice title={t('consent.noLink')} error={ask.error} />}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <BusyButton isBusy={ask.isPending} onClick={() => ask.mutate([property.propertyId, ...chosen])}>
            {t('consent.makeLink')}
          </BusyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** Beside the one itself. */
const most = 49

/** The landlord's other properties that the channel manager has and that are not connected there. */
function useOthers({ propertyId, landlordId }: AskDialogProps['property'], ota: string) {
  return useQuery({
    queryKey: ['portfolio', 'of', landlordId],
    enabled: Boolean(landlordId),
    queryFn: ({ signal }) => rowsOf(landlordId ?? '', signal),
    select: rows => {
      const theirs = rows.filter(
        row => row.landlordId === landlordId && row.propertyId !== propertyId && row.channelManagerConnected,
      )
      const isThere = new Set(
        theirs
          .filter(row => row.ota === ota && ['connected', 'inactive', 'disconnecting'].includes(row.state))
          .map(row => row.propertyId),
      )
      const first = new Map(theirs.map(row => [row.propertyId, row]))
      return [...first.values()].filter(row => !isThere.has(row.propertyId))
    },
  })
}

/** All pages, in which other landlords may stand, too. */
async function rowsOf(landlordId: string, signal: AbortSignal): Promise<PortfolioRow[]> {
  const rows: PortfolioRow[] = []
  let cursor: string | null = null
  do {
    const path = `/api/portfolio${search({ q: landlordId, cursor })}`
    const page: PortfolioList = await call<PortfolioList>({ path, signal })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor)
  return rows
}
