/** Wider commands have their explanation below them. */
const widest = 44

/** The help text: commands, and beside each what it does. */
export const helpOf = (rows: readonly (readonly [command: string, does: string])[]): string =>
  [
    'npm run ops -- NAME [--project ID] [--dry-run]',
    ...rows.map(([command, does]) =>
      command.length < widest
        ? `  ${command.padEnd(widest)}${does}`
        : `  ${command}\n${''.padEnd(widest + 2)}${does}`,
    ),
  ].join('\n')
