/** A server-side change of a field. */
export type Transform =
  | { kind: 'increment'; by: number }
  | { kind: 'server-time' }
  | { kind: 'union' | 'removal'; values: readonly unknown[] }

/** A sentinel in place of a value. */
export class FieldValue {
  readonly does: Transform | 'delete'

  private constructor(does: Transform | 'delete') {
    this.does = does
  }

  static delete(): FieldValue {
    return new FieldValue('delete')
  }

  static increment(by: number): FieldValue {
    return new FieldValue({ kind: 'increment', by })
  }

  static serverTimestamp(): FieldValue {
    return new FieldValue({ kind: 'server-time' })
  }

  static arrayUnion(...values: readonly unknown[]): FieldValue {
    return new FieldValue({ kind: 'union', values })
  }

  static arrayRemove(...values: readonly unknown[]): FieldValue {
    return new FieldValue({ kind: 'removal', values })
  }
}
