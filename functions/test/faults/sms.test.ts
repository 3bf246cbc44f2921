import { surviveFaults } from './survive-faults.ts'

surviveFaults('the delivery of an SMS', 'an e-mail')
