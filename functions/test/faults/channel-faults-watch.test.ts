import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a watch that finds a channel off')
