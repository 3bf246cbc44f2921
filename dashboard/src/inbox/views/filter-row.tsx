import '../../i18n/many-threads.ts'
import {
  defaultQueue,
  filterNames,
  isNarrowed,
  type ListFilter,
} from '@functions/lib/chat/desk/list-address.ts'
import { Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useRef, useState } from 'react'
import { usePlaceNames } from '../../live/use-places.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { DensityButton } from './density-button.tsx'
import classes from './filter-row.module.css'
import { SaveView } from './save-view.tsx'
import { useListAddress } from './use-list-address.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

/** Each filter goes by one press. */
export function FilterRow() {
  const { view, filter, goTo } = useListAddress()
  const [isAsking, setAsking] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const textOf = useFilterValues(filter)
  const remove = (name: (typeof filterNames)[number]) => {
    // The button that has the focus goes.
    row.current?.querySelector('button')?.focus()
    goTo({ view, filter: { ...filter, [name]: undefined } })
  }
  return (
    <div className={classes.row} ref={row}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('lists.filter')}
      </Button>
      {isNarrowed(filter) && (
        <ul aria-label={t('lists.filteredBy')} className={classes.chips}>
          {filterNames.map(name => {
            const value = textOf(name)
            if (value === undefined) return null
            return (
              <li key={name}>
                <button
                  type="button"
                  className={classes.chip}
                  aria-label={t('lists.remove', { name: t(`lists.${name}`), value })}
                  onClick={() => remove(name)}
                >
                  <span className={classes.text}>{t('lists.is', { name: t(`lists.${name}`), value })}</span>
                  <IconX size={12} aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <SaveView />
      <DensityButton />
      {isAsking && (
        <LazyPart>
          <FilterDialog
            filter={filter}
            onChoose={next => goTo({ view, filter: next })}
            onClose={() => setAsking(false)}
          />
        </LazyPart>
      )}
    </div>
  )
}

/** Words of each filter; undefined without one. */
function useFilterValues(filter: ListFilter): (name: (typeof filterNames)[number]) => string | undefined {
  const names = usePlaceNames(filter)
  const { team, stay, channel } = filter
  const values = {
    team: team === defaultQueue ? t('lists.defaultQueue') : names.team,
    property: names.property,
    stay: stay && t(`lists.stays.${stay}`),
    channel: channel && t(`lists.channels.${channel}`),
  }
  return name => values[name]
}
