import { builtFunctions } from './site.ts'

/** Builds once before a run, whose files would build over each other. */
export const setup = async (): Promise<void> => {
  process.env.BUILT_FUNCTIONS = await builtFunctions()
}
