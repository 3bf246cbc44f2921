const escaped: Readonly<Record<string, string>> = { '%': '%25', _: '%5F' }

/** No two lists have one key: only the last id keeps `_`. */
export const joinedKey = (...ids: readonly string[]): string =>
  ids
    .map((id, at) => (at === ids.length - 1 ? id : id.replace(/[%_]/g, mark => escaped[mark] ?? mark)))
    .join('_')
