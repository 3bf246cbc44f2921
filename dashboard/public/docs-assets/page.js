const api = document.getElementById('api')

/** Redoc lacks headings in order, and samples and tables that can be scrolled by keyboard. */
function complete() {
  for (const heading of api.querySelectorAll('h3:not([aria-level]), h5:not([aria-level])'))
    heading.setAttribute('aria-level', '3')
  for (const sample of api.querySelectorAll('pre:not([tabindex]), table:not([tabindex])')) sample.tabIndex = 0
}

new MutationObserver(complete).observe(api, { childList: true, subtree: true })
globalThis.Redoc.init(
  '/api/openapi.json',
  // Its search runs in a worker that the page's policy does not allow; a browser's own finds everything here.
  { disableSearch: true, hideDownloadButton: true, nativeScrollbars: true },
  api,
)
