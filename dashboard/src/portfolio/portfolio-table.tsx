import { Anchor, Badge } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { t } from 'i18next'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { otaLabel } from '../connection/ota.ts'
import { channelPagePath, channelsPath, itemsOfPath, mappingPath, requestPath } from '../paths.ts'
import { Age } from '../ui/time.tsx'
import { useInSight } from '../ui/use-in-sight.ts'
import type { PortfolioRow } from './api.ts'
import classes from './portfolio.module.css'
import { colours } from './states.ts'

const columns = ['property', 'channel', 'state', 'verdict', 'items', 'mapping'] as const

/**
 * A row each property and OTA; on a narrow window its cells are below one another, each with its head. A company has
 * thousands of them, so only those in sight are there: the search and the file are for what the browser's own search and
 * printing would miss.
 */
export function PortfolioTable({ rows, isWhole }: { rows: readonly PortfolioRow[]; isWhole: boolean }) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { box, list, topOf, onFocus } = useInSight<HTMLTableSectionElement>({
    count: rows.length,
    keyOf: index => keyOf(rows[index]) ?? index,
    estimatedHeight: isNarrow ? 190 : 60,
  })
  return (
    <table
      aria-label={t('portfolio.title')}
      aria-rowcount={isWhole ? rows.length + 1 : -1}
      className={classes.table}
    >
      <thead className={classes.part}>
        <tr className={classes.head} aria-rowindex={1}>
          {columns.map(name => (
            <th key={name} scope="col">
              {t(`portfolio.heads.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={box} className={classes.rows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => (
          <tr
            key={key}
            ref={list.measureElement}
            className={classes.row}
            data-index={index}
            aria-rowindex={index + 2}
            style={{ transform: topOf(start) }}
            onFocus={() => onFocus(index)}
          >
            {rows[index] && <Cells row={rows[index]} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const keyOf = (row: PortfolioRow | undefined): string | undefined => row && `${row.propertyId} ${row.ota}`

/** Scrolling draws only new rows. */
const Cells = memo(function Cells({ row }: { row: PortfolioRow }) {
  const { propertyId, propertyName, landlordName, ota, hotelId, channelId, requestId, state } = row
  return (
    <>
      <Cell head="property">
        <Anchor
          component={Link}
          to={channelId ? channelPagePath(propertyId, channelId) : channelsPath(propertyId)}
          fw={600}
        >
          {propertyName}
        </Anchor>
        {landlordName && <span className={classes.small}>{landlordName}</span>}
      </Cell>
      <Cell head="channel">
        <span>{ota ? otaLabel(ota) : '–'}</span>
        {hotelId && <span className={classes.small}>{hotelId}</span>}
      </Cell>
      <Cell head="state">
        <State state={state} requestId={channelId ? null : requestId} />
      </Cell>
      <Cell head="verdict">
        <Verdict verdict={row.verdict} isLive={isLive(row)} />
      </Cell>
      <Cell head="items">
        {row.openItems > 0 ? (
          <Named
            to={itemsOfPath(propertyId)}
            says={t('portfolio.items', { count: row.openItems })}
            label={says => t('portfolio.itemsOf', { name: propertyName, says })}
          />
        ) : (
          <span className={classes.quiet}>{t('portfolio.noItems')}</span>
        )}
      </Cell>
      <Cell head="mapping">
        {channelId && isLive(row) ? (
          <Named
            to={mappingPath(propertyId, channelId)}
            says={
              row.needsReview > 0
                ? t('portfolio.review', { count: row.needsReview })
                : t('portfolio.reviewed')
            }
            label={says => t('portfolio.mappingOf', { name: propertyName, says })}
          />
        ) : (
          '–'
        )}
      </Cell>
    </>
  )
})

/** There is a channel of which something can be said. */
const isLive = ({ state }: PortfolioRow): boolean =>
  state === 'connected' || state === 'inactive' || state === 'disconnecting'

function Cell({ head, children }: { head: (typeof columns)[number]; children: ReactNode }) {
  return (
    <td className={classes.cell} data-head={head}>
      <span className={classes.label} aria-hidden>
        {t(`portfolio.heads.${head}`)}
      </span>
      <div className={classes.value}>{children}</div>
    </td>
  )
}

/** A link that says by itself what it is about. */
function Named({ to, says, label }: { to: string; says: string; label: (says: string) => string }) {
  return (
    <Anchor component={Link} to={to} aria-label={label(says)}>
      {says}
    </Anchor>
  )
}

function State({ state, requestId }: { state: PortfolioRow['state']; requestId: string | null }) {
  const badge = (
    <Badge variant="dot" miw="max-content" color={colours[state]}>
      {t(`portfolio.states.${state}`)}
    </Badge>
  )
  return requestId ? (
    <Anchor component={Link} to={requestPath(requestId)}>
      {badge}
    </Anchor>
  ) : (
    badge
  )
}

function Verdict({ verdict, isLive: isAsked }: { verdict: PortfolioRow['verdict']; isLive: boolean }) {
  if (!verdict) return isAsked ? <span className={classes.quiet}>{t('portfolio.noVerdict')}</span> : '–'
  return (
    <>
      <span {...(verdict.result !== 'success' && { className: classes.bad })}>
        {t(`portfolio.verdicts.${verdict.result}`)}
      </span>
      <span className={classes.small}>
        <Age at={verdict.at} />
      </span>
    </>
  )
}
