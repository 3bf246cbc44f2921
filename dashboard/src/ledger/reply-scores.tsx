import type { LedgerWithScores } from '@functions/lib/chat/desk/reply-scores.ts'
import { Table, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { useId } from 'react'
import type { Json } from '../api/json.ts'
import { inWords } from './tallies.tsx'

/** The score that the OTA shows of each property, whatever days were asked for. */
export function ReplyScores({ ledger }: { ledger: Json<LedgerWithScores> }) {
  const said = inWords()
  const heading = useId()
  const { replyScores } = ledger
  if (replyScores.length === 0) return null
  return (
    <section>
      <Title order={2} size="h5" mt="lg" id={heading}>
        {t('ledger.scores.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('ledger.scores.what')}
      </Text>
      <Table aria-labelledby={heading} verticalSpacing="xs" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ledger.heads.property')}</Table.Th>
            <Table.Th>{t('ledger.scores.score')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('ledger.scores.answered')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {replyScores.map(({ propertyId, name, share, answered, counted }) => {
            const counts = { answered: said.count(answered), counted: said.count(counted) }
            return (
              <Table.Tr key={propertyId ?? ''}>
                <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {propertyId === null ? t('ledger.scores.all') : (name ?? propertyId)}
                </Table.Th>
                <Table.Td>{share === null ? t('ledger.scores.tooFew', counts) : said.share(share)}</Table.Td>
                <Table.Td visibleFrom="sm">{t('ledger.scores.counts', counts)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}
