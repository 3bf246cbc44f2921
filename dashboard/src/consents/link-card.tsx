import { Button, Card, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { otaLabel } from '../connection/ota.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { dateFormat } from '../ui/formats.ts'
import { isSameDay, readersLocale, useNow } from '../ui/time.tsx'
import { type Consent, type ConsentLink, linkKey } from './api.ts'
import { useAskConsent } from './use-ask-consent.ts'

/** The link by which the host consents, as long as it is known here, and the way to a new one. */
export function LinkCard({ consent }: { consent: Consent }) {
  const locale = readersLocale()
  const { consentId, expiresAt } = consent
  const now = useNow(15_000)
  const ota = otaLabel(consent.ota)
  const kept = useQuery<ConsentLink>({ queryKey: linkKey(consentId), queryFn: skipToken }).data
  const isOpen = expiresAt !== null && Date.parse(expiresAt) > now
  const link = isOpen && kept?.expiresAt === expiresAt ? kept : undefined
  const what = !isOpen ? 'linkAgain' : link ? 'linkWhat' : 'linkUnknown'
  return (
    <Card withBorder component="section" aria-label={t('consent.link')}>
      <Stack gap="sm">
        <Text size="sm">{t(`consent.${what}`, { ota })}</Text>
        {isOpen && (
          <Text size="sm" c="dimmed">
            {t('consent.validUntil', { until: end(new Date(expiresAt), new Date(now), locale) })}
          </Text>
        )}
        {link && (
          <TextInput
            readOnly
            label={t('consent.address')}
            value={link.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
        <Group>
          {link && (
            <CopyButton value={link.url}>
              {({ copied, copy }) => (
                <Button onClick={copy} leftSection={<IconCopy size={16} aria-hidden />}>
                  {t(copied ? 'consent.copied' : 'consent.copy')}
                </Button>
              )}
            </CopyButton>
          )}
          {link && (
            <Button
              variant="default"
              component="a"
              href={link.url}
              target="_blank"
              rel="noreferrer"
              rightSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('consent.open', { ota })}
            </Button>
          )}
          <NewLink consent={consent} isOnly={!link} />
        </Group>
      </Stack>
    </Card>
  )
}

function NewLink({ consent, isOnly }: { consent: Consent; isOnly: boolean }) {
  const ask = useAskConsent(consent.ota)
  return (
    <>
      <BusyButton
        {...(!isOnly && { variant: 'default' })}
        isBusy={ask.isPending}
        onClick={() => ask.mutate(consent.properties.map(({ propertyId }) => propertyId))}
      >
        {t('consent.newLink')}
      </BusyButton>
      {ask.isError && <FailureNotice title={t('consent.noLink')} error={ask.error} />}
    </>
  )
}

const end = (at: Date, now: Date, locale: string): string =>
  dateFormat(locale, {
    ...(!isSameDay(at, now) && { day: 'numeric', month: 'short' }),
    ...{ hour: 'numeric', minute: 'numeric' },
  }).format(at)
