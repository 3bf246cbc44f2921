import type { PortfolioRow } from './api.ts'

/** A colour only repeats what the word says. */
export const colours = {
  connected: 'green',
  inactive: 'red',
  disconnecting: 'yellow',
  waiting: 'blue',
  requested: 'yellow',
  rejected: 'red',
  disconnected: 'gray',
  none: 'gray',
} as const satisfies Record<PortfolioRow['state'], string>

export const rowStates = Object.keys(colours).filter(isState)

function isState(name: string): name is keyof typeof colours {
  return name in colours
}
