/** What a function asks for, in words that a person compares. */
export interface Size {
  readonly region: string
  readonly memory: string
  readonly cpu: string
  readonly concurrency: string
  readonly instances: string
  readonly seconds: string
}

export const sizeNames = ['region', 'memory', 'cpu', 'concurrency', 'instances', 'seconds'] as const
