/** Every key, where it counts, and what its meaning is called. `letter`: only while letter keys are on. */
export const sheet = {
  everywhere: [
    { keys: ['Ctrl', 'K'], meaning: 'palette' },
    { keys: ['?'], meaning: 'sheet', letter: true },
  ],
  list: [
    { keys: ['↑', '↓'], meaning: 'arrows' },
    { keys: ['Home', 'End'], meaning: 'ends' },
    { keys: ['Enter'], meaning: 'open' },
    { keys: ['X'], meaning: 'pick', letter: true },
    { keys: ['Esc'], meaning: 'clear' },
  ],
  moving: [
    { keys: ['J'], meaning: 'next', letter: true },
    { keys: ['Shift', 'J'], meaning: 'previous', letter: true },
    { keys: ['U'], meaning: 'toList', letter: true },
  ],
  thread: [
    { keys: ['T'], meaning: 'take', letter: true },
    { keys: ['G'], meaning: 'give', letter: true },
    { keys: ['Q'], meaning: 'queue', letter: true },
    { keys: ['E'], meaning: 'done', letter: true },
    { keys: ['S'], meaning: 'snooze', letter: true },
    { keys: ['W'], meaning: 'waiting', letter: true },
    { keys: ['O'], meaning: 'reopen', letter: true },
    { keys: ['Z'], meaning: 'undo', letter: true },
    { keys: ['R'], meaning: 'write', letter: true },
    { keys: ['I'], meaning: 'about', letter: true },
    { keys: ['1', '…', '9'], meaning: 'number' },
    { keys: ['←', '→'], meaning: 'buttons' },
  ],
  second: [
    { keys: ['Y'], meaning: 'sendBoth', letter: true },
    { keys: ['K'], meaning: 'keep', letter: true },
    { keys: ['X'], meaning: 'discard', letter: true },
  ],
  writing: [
    { keys: ['Ctrl', 'Enter'], meaning: 'send' },
    { keys: ['/'], meaning: 'canned' },
    { keys: ['@'], meaning: 'mention' },
    { keys: ['Esc'], meaning: 'leave' },
  ],
} as const
