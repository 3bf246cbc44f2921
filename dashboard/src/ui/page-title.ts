import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The title of the browser's tab. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation()
  const name = t('app.name')
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
