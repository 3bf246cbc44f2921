/** Keys by what they mean, and where they count. */
export const sheet = {
  everywhere: [
    ['palette', 'Ctrl K'],
    ['sheet', '?'],
  ],
  list: [
    ['arrows', '↑ ↓'],
    ['ends', 'Home End'],
    ['open', 'Enter'],
    ['pick', 'X'],
    ['clear', 'Esc'],
  ],
  moving: [
    ['next', 'J'],
    ['previous', 'Shift J'],
    ['toList', 'U'],
  ],
  thread: [
    ['take', 'T'],
    ['give', 'G'],
    ['queue', 'Q'],
    ['done', 'E'],
    ['snooze', 'S'],
    ['waiting', 'W'],
    ['reopen', 'O'],
    ['undo', 'Z'],
    ['write', 'R'],
    ['about', 'I'],
    ['number', '1 … 9'],
    ['buttons', '← →'],
  ],
  second: [
    ['sendBoth', 'Y'],
    ['keep', 'K'],
    ['discard', 'X'],
  ],
  writing: [
    ['send', 'Ctrl Enter'],
    ['canned', '/'],
    ['mention', '@'],
    ['leave', 'Esc'],
  ],
} as const

/** True for keys that count only while letter keys are on. */
export const areLetters = (keys: string): boolean => /^(Shift )?[A-Z?]$/.test(keys)
