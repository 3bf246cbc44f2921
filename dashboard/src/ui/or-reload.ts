import { whenOnline } from './online.ts'

const key = 'reloaded-at'
const oftenMs = 10 * 60_000

/**
 * Code that a newer deployment has taken away comes with a reload; once, and only where the server answers. Drafts
 * are kept, so this is for pages and parts with drafts alone, and for nothing that loads in the background.
 * Offline it waits for the connection.
 */
export const orReload = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  const attempt = async (): Promise<T> => {
    await whenOnline()
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) return attempt()
      if (!(await mayReload())) throw error
      location.reload()
      return new Promise<T>(() => {})
    }
  }
  return attempt
}

async function mayReload(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < oftenMs) return false
    const { ok } = await fetch('/', { cache: 'no-store' })
    // Where this cannot be noted it could go on for ever.
    if (ok) sessionStorage.setItem(key, String(Date.now()))
    return ok
  } catch {
    return false
  }
}
