/** Making a format takes longer than using it a thousand times. */
function formatCache<Options, Format>(Kind: new (language: string, options: Options) => Format) {
  const cache = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language}${JSON.stringify(options)}`
    const previous = cache.get(key)
    if (previous) return previous
    const made = new Kind(language, options)
    cache.set(key, made)
    return made
  }
}

export const dateFormat = formatCache(Intl.DateTimeFormat)

export const numberFormat = formatCache(Intl.NumberFormat)

export const relativeFormat = formatCache(Intl.RelativeTimeFormat)

/** The first of each kind makes the browser read its tables, which takes a phone longer than a key may. */
export const prepareFormats: (() => void)[] = [
  () => void numberFormat(navigator.language, {}),
  () => void dateFormat(navigator.language, { dateStyle: 'full', timeStyle: 'long' }),
]
