import { useEffect } from 'react'

const everyMs = 60_000

/** Now and then, and whenever somebody comes back to the window or the connection to them. */
export function useRenewing(renew: () => void): void {
  useEffect(() => {
    const ifSeen = () => {
      if (document.visibilityState === 'visible') renew()
    }
    const events = ['focus', 'online'] as const
    for (const name of events) window.addEventListener(name, ifSeen)
    document.addEventListener('visibilitychange', ifSeen)
    const timer = setInterval(ifSeen, everyMs)
    return () => {
      for (const name of events) window.removeEventListener(name, ifSeen)
      document.removeEventListener('visibilitychange', ifSeen)
      clearInterval(timer)
    }
  }, [renew])
}
