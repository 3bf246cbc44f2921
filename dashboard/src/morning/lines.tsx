import { Anchor, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { type ComponentProps, useId } from 'react'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import classes from './morning.module.css'

const most = 6

interface LinesProps {
  part: 'arrival' | 'departure' | 'houses' | 'toDo'
  query: ComponentProps<typeof LoadingOrFailure>['query']
  lines: { to: string; name: string; what: string | null }[] | undefined
  /** Where all of them are. */
  more: string
}

/** A part of the day: the first of its lines. */
export function Lines({ part, query, lines, more }: LinesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h5" mb={4} id={id}>
        {t(`morning.parts.${part}`)}
      </Title>
      <LoadingOrFailure query={query} failed={t(`morning.failed.${part}`)} />
      {lines?.length === 0 && <Text size="sm">{t(`morning.empty.${part}`)}</Text>}
      <ul className={classes.lines}>
        {lines?.slice(0, most).map(({ to, name, what }) => (
          <li key={to + name}>
            <Anchor component={Link} to={to} size="sm">
              {name}
            </Anchor>
            {what && (
              <Text span size="sm" c="dimmed">
                {` · ${what}`}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {lines && lines.length > most && (
        <Anchor component={Link} to={more} size="sm">
          {t('morning.all', { count: lines.length })}
        </Anchor>
      )}
    </section>
  )
}
