/** Making a format takes longer than using it a thousand times. */
function formatCache<Options, Format>(make: (language: string, options: Options) => Format) {
  const cache = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language}${JSON.stringify(options)}`
    const previous = cache.get(key)
    if (previous) return previous
    const made = make(language, options)
    cache.set(key, made)
    return made
  }
}

export const dateFormat = formatCache(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

export const numberFormat = formatCache(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)

export const relativeFormat = formatCache(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)

/** The first of each kind makes the browser read its tables, which takes a phone longer than a key may. */
export const prepareFormats: (() => void)[] = [
  () => void numberFormat(navigator.language, {}),
  () => void dateFormat(navigator.language, { dateStyle: 'full', timeStyle: 'long' }),
]
