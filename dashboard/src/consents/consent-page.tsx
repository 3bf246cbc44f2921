import '../i18n/connecting.ts'
import '../i18n/consent.ts'
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { isCode } from '../api/problem.ts'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { money } from '../inbox/about.ts'
import { channelPagePath, channelsPath } from '../paths.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { readersLocale } from '../ui/time.tsx'
import type { Consent } from './api.ts'
import { LinkCard } from './link-card.tsx'
import { MappingForm } from './mapping-form.tsx'
import { useConsent } from './use-consent.ts'

/** How a host's consent stands, and which of their listings is sold by which rate plan. */
export function ConsentPage() {
  const { consentId = '' } = useParams()
  const consent = useConsent(consentId)
  const { data } = consent
  const title = data ? t('consent.title', { ota: otaLabel(data.ota) }) : t('consent.one')
  usePageTitle(title)
  return (
    <PageFrame>
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h3">
          {title}
        </Title>
        {data && <State state={data.state} />}
      </Group>
      {consent.isPending && <Loading />}
      {consent.isError && !data && (
        <FailureNotice
          title={t(isCode(consent.error, 'not-found') ? 'consent.notFound' : 'consent.failed')}
          error={consent.error}
          onRetry={() => void consent.refetch()}
        />
      )}
      <StaleNotice query={consent} />
      {data && <Details key={consentId} consent={data} onReload={() => void consent.refetch()} />}
    </PageFrame>
  )
}

const colours = {
  asked: 'yellow',
  expired: 'gray',
  checking: 'blue',
  refused: 'red',
  granted: 'blue',
  activating: 'blue',
  active: 'green',
  ended: 'gray',
} as const satisfies Record<Consent['state'], string>

const State = ({ state }: Pick<Consent, 'state'>) => {
  return (
    <Badge variant="dot" miw="max-content" color={colours[state]}>
      {t(`consent.state.${state}`)}
    </Badge>
  )
}

function whyOf({ of }: NonNullable<Consent['reason']>, isGranted: boolean) {
  if (of === 'activation') return 'consent.notActivated'
  return isGranted ? 'consent.notTaken' : 'consent.refused'
}

function whyUnread({ code }: { code: string }) {
  if (code === 'channel-not-found') return 'consent.gone'
  return code === 'ota-setup-incomplete' ? 'consent.lost' : 'consent.noListingsRead'
}

const problems = ['link-expired', 'link-used'] as const

function Details({ consent, onReload }: { consent: Consent; onReload: () => void }) {
  const [params] = useSearchParams()
  const { state, reason, properties, price, listingsProblem, mappings } = consent
  const locale = readersLocale()
  const ota = otaLabel(consent.ota)
  const isGranted = state === 'granted' || state === 'activating' || state === 'active'
  const isLost = listingsProblem?.code === 'ota-setup-incomplete'
  const isGone = listingsProblem?.code === 'channel-not-found'
  const asksAgain = isLost || (isGone && state !== 'active')
  const problem = state === 'asked' && problems.find(one => one === params.get('problem'))
  return (
    <Stack>
      <Group gap="md" component="nav" aria-label={t('consent.properties')}>
        {properties.map(({ propertyId, name }) => (
          <Anchor key={propertyId} component={Link} size="sm" to={channelsPath(propertyId)}>
            {name ?? propertyId}
          </Anchor>
        ))}
      </Group>
      {price?.plan === 'paid' && !isGranted && (
        <Text size="sm">{t('consent.price', { price: money(price.amount, price.currency, locale) })}</Text>
      )}
      {problem && <ReasonNotice kind="warning" title={t(`consent.problems.${problem}`)} />}
      {state === 'checking' && <ReasonNotice kind="info" title={t('consent.checking', { ota })} />}
      {state === 'expired' && <ReasonNotice kind="warning" title={t('consent.expired')} />}
      {reason && (
        <ReasonNotice
          title={t(whyOf(reason, isGranted))}
          detail={reason.detail}
          nextAction={reason.nextAction}
        />
      )}
      {isGranted && listingsProblem && (
        <ReasonNotice
          title={t(whyUnread(listingsProblem), { ota })}
          detail={listingsProblem.detail}
          nextAction={listingsProblem.nextAction}
        >
          {!isLost && !isGone && (
            <Button mt="sm" size="xs" variant="default" onClick={onReload}>
              {t('app.retry')}
            </Button>
          )}
        </ReasonNotice>
      )}
      {state === 'ended' && <ReasonNotice kind="info" title={t('consent.ended', { ota })} />}
      {(isGranted ? asksAgain : state !== 'checking') && <LinkCard consent={consent} />}
      {state === 'active' && !isLost && !isGone && (
        <ReasonNotice kind="info" title={t('consent.active', { ota })}>
          <Group gap="md" mt="xs">
            {properties
              .filter(({ propertyId }) => mappings.some(one => one.propertyId === propertyId))
              .map(({ propertyId, name }) => (
                <Anchor
                  key={propertyId}
                  component={Link}
                  size="sm"
                  to={channelPagePath(propertyId, `${propertyId}_${consent.ota}`)}
                >
                  {t('consent.toChannel', { ota, name: name ?? propertyId })}
                </Anchor>
              ))}
          </Group>
        </ReasonNotice>
      )}
      {isGranted && consent.listings && <MappingForm consent={consent} />}
    </Stack>
  )
}
