import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a mapping that is reviewed', 'a sweep of a reviewed mapping whose writing died')
