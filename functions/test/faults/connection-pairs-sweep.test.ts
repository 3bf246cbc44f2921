import { survivePairs } from './survive-pairs.ts'

survivePairs('a sweep')
