/** Making a format takes longer than using it a thousand times. */
function keptFormats<Options, Format>(make: (language: string, options: Options) => Format) {
  const kept = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language}${JSON.stringify(options)}`
    const known = kept.get(key)
    if (known) return known
    const made = make(language, options)
    kept.set(key, made)
    return made
  }
}

export const dateFormat = keptFormats(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

export const numberFormat = keptFormats(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)

export const relativeFormat = keptFormats(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)

/** The first of each kind makes the browser read its tables, which takes a phone longer than a key may. */
export const prepareFormats: (() => void)[] = [
  () => void numberFormat(navigator.language, {}),
  () => void dateFormat(navigator.language, { dateStyle: 'full', timeStyle: 'long' }),
]
