/** Gives texts out of hand that nobody can read, change, or bring for another use. */
export interface Seal {
  seal(text: string, use: string): Promise<string>
  /** Undefined for what was not sealed for this use. */
  open(sealed: string, use: string): Promise<string | undefined>
}
