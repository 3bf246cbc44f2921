import '../i18n/facts.ts'
import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useId, useState } from 'react'
import { factsQuery } from '../connection/api.ts'
import { Facts } from '../connection/facts.tsx'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { FactsDialog } from './facts-dialog.tsx'

/** Facts of a house, to read and to edit. */
export function FactsCard({ propertyId, house }: { propertyId: string; house: string }) {
  const query = useQuery(factsQuery(propertyId))
  const [isEdited, setEdited] = useState(false)
  const title = useId()
  const { facts } = query.data ?? {}
  const all = facts && Object.entries(facts)
  return (
    <Card withBorder component="section" aria-labelledby={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id={title}>
          {t('facts.title')}
        </Title>
        {facts && (
          <Button size="compact-sm" variant="default" onClick={() => setEdited(true)}>
            {t('facts.edit')}
          </Button>
        )}
      </Group>
      <LoadingOrFailure query={query} failed={t('facts.failed')} />
      {all?.length === 0 && <Text size="sm">{t('facts.none')}</Text>}
      {all && <Facts facts={all} />}
      {facts && isEdited && (
        <FactsDialog property={{ propertyId, name: house, facts }} onClose={() => setEdited(false)} />
      )}
    </Card>
  )
}
