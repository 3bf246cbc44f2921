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
  createdAt: Date
}
