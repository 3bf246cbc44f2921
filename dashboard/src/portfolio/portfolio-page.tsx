import '../i18n/portfolio.ts'
import { Button, Group } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { t } from 'i18next'
import { usePages, useRows } from '../api/pages.ts'
import { readTable } from '../ledger/csv.ts'
import { DownloadButton } from '../ledger/download-button.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAddress } from '../ui/use-address.ts'
import type { PortfolioList } from './api.ts'
import { Filters, filterIn, filterNames } from './filters.tsx'
import { PortfolioTable } from './portfolio-table.tsx'

/** All properties and channels. Filters and search are in the address. */
export function PortfolioPage() {
  const { params, clear } = useAddress()
  const filter = filterIn(params)
  const list = usePages<PortfolioList>('portfolio', '/api/portfolio', filter, {
    placeholderData: keepPreviousData,
  })
  const rows = useRows(list.data, 'rows')
  const count = rows.length
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <ListPage
      title={t('portfolio.title')}
      what={t('portfolio.what')}
      failed={t('portfolio.failed')}
      list={list}
      filters={<Filters />}
    >
      <Group justify="space-between" mb="xs">
        <span role="status">
          {t(list.hasNextPage ? 'portfolio.countMore' : 'portfolio.count', { count })}
        </span>
        <DownloadButton
          label={t('portfolio.download')}
          name="portfolio.csv"
          read={async () => byteOrderMark + (await readTable('/api/portfolio', filter))}
        />
      </Group>
      {count === 0 && !list.hasNextPage && (
        <Notice
          title={t(isNarrowed ? 'portfolio.noResults' : 'portfolio.empty')}
          action={
            isNarrowed && (
              <Button variant="default" onClick={() => clear(filterNames)}>
                {t('portfolio.clear')}
              </Button>
            )
          }
        />
      )}
      {count > 0 && <PortfolioTable rows={rows} isWhole={!list.hasNextPage} />}
    </ListPage>
  )
}

/** Spreadsheets take a file for UTF-8 that begins with this. */
const byteOrderMark = '\uFEFF'
