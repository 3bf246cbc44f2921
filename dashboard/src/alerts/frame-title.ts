type Frame = (title: string) => string

/** Shows every title of the page in a frame, which can be changed. The pages know nothing of it. */
export function framingTitle() {
  let page = document.title
  let frame: Frame = title => title
  let shown = page
  /** A title that is not ours is the page's, also before the observer's next call. */
  const read = (): void => {
    if (document.title !== shown) page = document.title
  }
  const show = (): void => {
    const title = frame(page)
    if (document.title !== title) document.title = title
    // As the browser keeps it, which takes spaces out.
    shown = document.title
  }
  const observer = new MutationObserver(() => {
    if (document.title === shown) return
    read()
    show()
  })
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  return {
    frame: (next: Frame) => {
      read()
      frame = next
      show()
    },
    end: () => {
      read()
      observer.disconnect()
      document.title = page
    },
  }
}
