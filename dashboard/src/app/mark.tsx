import { brand } from '../brand.ts'

/** Beside the name, which says the same. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" width="1.5rem" height="1.5rem" aria-hidden>
    <rect width="32" height="32" rx="7" fill={brand.accent[8]} />
    <path d={brand.mark} fill="#fff" />
  </svg>
)
