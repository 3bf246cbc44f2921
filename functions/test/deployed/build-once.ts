import { builtFunctions } from './site.ts'

/** Before the files of a run, which would build over each other. */
export const setup = async (): Promise<void> => {
  process.env.BUILT_FUNCTIONS = await builtFunctions()
}
