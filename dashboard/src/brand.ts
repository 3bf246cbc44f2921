/** The product's name, accent and mark: a company that deploys the dashboard changes them here alone. */
export const brand = {
  name: 'Gatehouse',
  /** From light to dark: links are the fifth where it is dark, links and buttons the ninth where it is light (WCAG 2.2 AA, `brand.test.ts`). */
  accent: [
    '#fdf1ec',
    '#f8ddd1',
    '#f0b9a3',
    '#f1ad90',
    '#ee9b7a',
    '#dd5f2f',
    '#cf501f',
    '#b94316',
    '#a53a10',
    '#872d0a',
  ],
  /** A gate in a house: an SVG path in a square of 32. */
  mark: 'M16 6 26 13.5V26h-6v-7a4 4 0 0 0-8 0v7H6V13.5Z',
} as const
