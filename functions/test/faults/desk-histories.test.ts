import { deskHistories, playDeskHistory } from './desk-histories.ts'
import { surviveHistories } from './survive-histories.ts'

surviveHistories('histories of the desk', deskHistories, playDeskHistory, 300)
