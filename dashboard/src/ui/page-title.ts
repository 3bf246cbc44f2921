import { t } from 'i18next'
import { useEffect } from 'react'

/** The title of the browser's tab. */
export function usePageTitle(title: string): void {
  const name = t('app.name')
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
