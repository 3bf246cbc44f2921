export { seedHotels } from './seed-hotels.ts'
export { type SeedProperty, seedProperties } from './seed-properties.ts'
