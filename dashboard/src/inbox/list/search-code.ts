import { remembered } from '../../ui/lazily.ts'

/** The list's larger half is a chunk of its own, loaded beside the list. */
export const searchCode = remembered(() => import('./thread-search.tsx'))
