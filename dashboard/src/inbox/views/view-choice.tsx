import '../../i18n/many-threads.ts'
import { isNarrowed, type ListView, listViews } from '@functions/lib/chat/desk/list-address.ts'
import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { t } from 'i18next'
import { useCounts } from '../../live/use-overview.ts'
import { useListAddress } from './use-list-address.ts'
import { useSavedViews } from './use-saved-views.ts'
import classes from './view-choice.module.css'

const isView = (name: string): name is ListView => listViews.some(view => view === name)

export const viewName = (view: ListView): string => t(`inbox.${view}`)

/** The lists and their counts; a menu where there is little room. */
export function ViewChoice() {
  const counts: Partial<Record<ListView, number>> = useCounts()
  const { view, filter, query, goTo } = useListAddress()
  const { data: saved = [] } = useSavedViews()
  const isNarrow = useMediaQuery('(width <= 48em)', false, { getInitialValueInEffect: false })
  const own = isNarrowed(filter) ? saved.find(one => one.query === query) : undefined
  // The filter of a saved view goes with it.
  const choose = (name: ListView) => goTo({ view: name, filter: own ? {} : filter })
  if (isNarrow)
    return (
      <NativeSelect
        size="sm"
        aria-label={t('inbox.views')}
        value={own ? ofSaved(own.name) : view}
        onChange={({ currentTarget: { value } }) => {
          const chosen = saved.find(({ name }) => ofSaved(name) === value)
          if (chosen) goTo(chosen.query)
          else if (isView(value)) choose(value)
        }}
        data={[
          ...listViews.map(value => ({
            value,
            label:
              counts[value] === undefined
                ? viewName(value)
                : t('inbox.viewCount', { view: viewName(value), count: counts[value] }),
          })),
          ...(saved.length > 0
            ? [
                {
                  group: t('lists.saved'),
                  items: saved.map(({ name }) => ({ value: ofSaved(name), label: name })),
                },
              ]
            : []),
        ]}
      />
    )
  return (
    <div role="radiogroup" aria-label={t('inbox.views')} className={classes.choice}>
      {listViews.map(name => (
        <label key={name} className={classes.view} data-view={name}>
          <input
            type="radio"
            name="view"
            className={classes.radio}
            checked={!own && name === view}
            onChange={() => choose(name)}
          />
          <span className={classes.name}>{viewName(name)}</span>
          {counts[name] !== undefined && (
            <span className={classes.count} data-late={name === 'overdue' && counts[name] > 0}>
              {t('inbox.number', { count: counts[name] })}
            </span>
          )}
        </label>
      ))}
      {saved.map(one => (
        <label key={one.name} className={classes.view} title={one.name}>
          <input
            type="radio"
            name="view"
            className={classes.radio}
            checked={one === own}
            onChange={() => goTo(one.query)}
          />
          <span className={classes.name}>{one.name}</span>
        </label>
      ))}
    </div>
  )
}

/** No view of ours has such a name. */
const ofSaved = (name: string): string => `saved:${name}`
