import { NativeSelect } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { deskViews } from './desk.ts'
import { views as indexViews } from './thread-entries.ts'
import { useCounts } from './use-overview.ts'
import classes from './view-choice.module.css'

export const views = [...indexViews, ...deskViews] as const
export type ViewName = (typeof views)[number]

export const isView = (name: string | null): name is ViewName => views.some(view => view === name)

export const viewName = (t: TFunction, view: ViewName): string => t(`inbox.${view}`)

interface ViewChoiceProps {
  view: ViewName
  onChoose: (view: ViewName) => void
}

/** Which threads are listed, and how many there are to work on; a menu where there is little room. */
export function ViewChoice({ view, onChoose }: ViewChoiceProps) {
  const { t } = useTranslation()
  const counts: Partial<Record<ViewName, number>> = useCounts()
  return (
    <>
      <div role="radiogroup" aria-label={t('inbox.views')} className={classes.choice}>
        {views.map(name => (
          <label key={name} className={classes.view} data-view={name}>
            <input
              type="radio"
              name="view"
              className={classes.radio}
              checked={name === view}
              onChange={() => onChoose(name)}
            />
            <span className={classes.name}>{viewName(t, name)}</span>
            {counts[name] !== undefined && (
              <span className={classes.count} data-late={name === 'overdue' && counts[name] > 0}>
                {t('inbox.number', { count: counts[name] })}
              </span>
            )}
          </label>
        ))}
      </div>
      <NativeSelect
        className={classes.menu ?? ''}
        size="sm"
        aria-label={t('inbox.views')}
        value={view}
        onChange={({ currentTarget: { value } }) => {
          if (isView(value)) onChoose(value)
        }}
        data={views.map(value => ({
          value,
          label:
            counts[value] === undefined
              ? viewName(t, value)
              : t('inbox.viewCount', { view: viewName(t, value), count: counts[value] }),
        }))}
      />
    </>
  )
}
