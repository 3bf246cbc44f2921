// Before the first paint, so that nobody is dazzled. A file of its own, because the page allows no inline script.
;(() => {
  let scheme = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
  } catch {}
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
