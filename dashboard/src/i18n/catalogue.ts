/** A catalogue of the same texts in any language. */
export type Catalogue<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Catalogue<Texts[Key]>
}
