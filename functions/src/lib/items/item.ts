/** Something that a person has to look at, as it is stored in `items/{id}`. */
export interface NewItem {
  /** `{kind}_{what it is about}`: the same thing never opens two items. */
  id: string
  kind: string
  /** What is the matter, for people. */
  detail: string
  /** What to do about it. */
  nextAction: string
  propertyId?: string | undefined
  ota?: string | undefined
  channelId?: string | undefined
  reservationId?: string | undefined
  /** What else it is about, by field. */
  about?: Readonly<Record<string, string | Date>> | undefined
  /** What it was opened for, for whoever has to know it again. */
  differences?: readonly string[] | undefined
  createdAt: Date
}

/** An item, as far as a change of it is decided from it. */
export interface ItemState {
  isOpen: boolean
  resolvedAt?: Date | undefined
  /** What it was opened for; absent once that is gone. */
  differences?: readonly string[] | undefined
}
