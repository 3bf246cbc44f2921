/** How long a page that nobody sees counts as seen. Milliseconds. */
const unseenMs = 5 * 60_000

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Tells when a page has been hidden for five minutes, and when it is shown again. Answers how to stop. */
export function watchVisibility(page: Page, tell: (isSeen: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = () => {
    clearTimeout(timer)
    if (page.visibilityState === 'visible') tell(true)
    else timer = setTimeout(() => tell(false), unseenMs)
  }
  changed()
  page.addEventListener('visibilitychange', changed)
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', changed)
  }
}
