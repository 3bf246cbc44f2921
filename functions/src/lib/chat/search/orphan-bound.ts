/**
 * Whether so many records without a thread, among the records looked at, are rather a sign of the wrong project or index
 * than records to remove: more than a fifth, and more than 20.
 */
export const isTooMany = (orphans: number, records: number): boolean => orphans > 20 && orphans > records / 5
