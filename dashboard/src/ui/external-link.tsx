import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { t } from 'i18next'

/** A link that opens a tab of its own, and says so. */
export const ExternalLink = ({ href, text }: { href: string; text: string }) => (
  <Anchor size="sm" w="max-content" maw="100%" href={href} target="_blank" rel="noreferrer">
    {text} <IconExternalLink size={14} role="img" aria-label={t('app.newTab')} />
  </Anchor>
)
