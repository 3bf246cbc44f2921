/** A function's resources, in a comparable form. */
export interface Size {
  readonly region: string
  readonly memory: string
  readonly cpu: string
  readonly concurrency: string
  readonly instances: string
  readonly seconds: string
}

export const sizeNames = ['region', 'memory', 'cpu', 'concurrency', 'instances', 'seconds'] as const
