import { deskHistories, playDeskHistory } from './desk-histories.ts'
import { surviveHistories, surviveOnEmulator } from './survive-histories.ts'

surviveHistories('histories of the desk', deskHistories, history => playDeskHistory(history), 300)

surviveOnEmulator('histories of the desk', deskHistories, playDeskHistory)
