import { addressOf, type ListAddress, readAddress } from '@functions/lib/chat/desk/list-address.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** The search text stays when the list changes. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const query = addressOf(readAddress(params))
  const address = useMemo(() => readAddress(new URLSearchParams(query)), [query])
  const goTo = useCallback(
    (next: ListAddress | string) =>
      setParams(
        now => {
          const others = new URLSearchParams(typeof next === 'string' ? next : addressOf(next))
          const searched = now.get('q')
          if (searched) others.set('q', searched)
          return others
        },
        { replace: true },
      ),
    [setParams],
  )
  return { ...address, query, goTo }
}
