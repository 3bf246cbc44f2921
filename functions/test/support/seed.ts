import fc from 'fast-check'

/** Random inputs are the same in every run before a merge; `npm run test:all` draws others and prints their `SEED`. */
export const seed = Number(process.env.SEED ?? 1)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
