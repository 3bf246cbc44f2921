import '../i18n/consent.ts'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from 'i18next'
import { Link } from 'react-router'
import type { OpenConsent } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { consentPath } from '../paths.ts'

/** The way to a consent that a host was asked for: asking again would end their link. */
export function ToOpenConsent({ consent: { consentId, ota, state } }: { consent: OpenConsent }) {
  return (
    <Button
      component={Link}
      to={consentPath(consentId)}
      rightSection={<IconArrowRight size={16} aria-hidden />}
    >
      {t('consent.toOpen', { ota: otaLabel(ota), state: t(`consent.state.${state}`) })}
    </Button>
  )
}
