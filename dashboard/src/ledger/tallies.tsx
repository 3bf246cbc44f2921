import type { Closing } from '@functions/lib/chat/exchange.ts'
import type { Tally } from '@functions/lib/chat/reports/tally.ts'
import { Table, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { useId } from 'react'
import { Facts } from '../connection/facts.tsx'
import { closings as reasons } from '../live/desk.ts'
import { numberFormat } from '../ui/formats.ts'
import { Heads, wide } from '../ui/heads.tsx'
import { readersLocale, timeLeft } from '../ui/time.tsx'

export function Total({ total, closings }: { total: Tally; closings: Record<Closing, number> }) {
  const format = inWords()
  return (
    <section aria-label={t('ledger.total')} data-testid="total">
      <Facts
        facts={[
          [t('ledger.asked'), format.count(total.asked)],
          [t('ledger.share'), format.share(total.share)],
          [t('ledger.missed'), format.count(total.missed)],
          [t('ledger.median'), format.minutes(total.medianMinutes)],
          [t('ledger.p90'), format.minutes(total.p90Minutes)],
          ...reasons
            .filter(reason => closings[reason] > 0)
            .map(
              reason =>
                [
                  t('ledger.closed', { reason: t(`desk.reasons.${reason}`) }),
                  format.count(closings[reason]),
                ] as const,
            ),
        ]}
      />
    </section>
  )
}

interface TalliesProps {
  by: 'day' | 'team' | 'property' | 'channel'
  rows: { key: string; name: string; tally: Tally }[]
}

/** On a narrow window the counts stand under the name. */
export function Tallies({ by, rows }: TalliesProps) {
  const format = inWords()
  const heading = useId()
  if (rows.length === 0) return null
  return (
    <section>
      <Title order={2} size="h5" mt="lg" id={heading}>
        {t(`ledger.by.${by}`)}
      </Title>
      <Table aria-labelledby={heading} verticalSpacing="xs" horizontalSpacing="xs">
        <Heads
          of={[
            t(`ledger.heads.${by}`),
            wide(t('ledger.asked')),
            t('ledger.share'),
            wide(t('ledger.missed')),
            t('ledger.median'),
            t('ledger.p90'),
          ]}
        />
        <Table.Tbody>
          {rows.map(({ key, name, tally }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {name}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {t('ledger.counts', {
                    asked: format.count(tally.asked),
                    missed: format.count(tally.missed),
                  })}
                </Text>
              </Table.Th>
              <Table.Td visibleFrom="sm">{format.count(tally.asked)}</Table.Td>
              <Table.Td>{format.share(tally.share)}</Table.Td>
              <Table.Td visibleFrom="sm">{format.count(tally.missed)}</Table.Td>
              <Table.Td>{format.minutes(tally.medianMinutes)}</Table.Td>
              <Table.Td>{format.minutes(tally.p90Minutes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Numbers as the reader writes them; a dash where there is none. */
function inWords() {
  const locale = readersLocale()
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    count: (value: number) => numberFormat(locale, {}).format(value),
    share: (value: number | null) => (value === null ? '–' : percent.format(value)),
    minutes: (value: number | null) => (value === null ? '–' : timeLeft(value * 60_000)),
  }
}
