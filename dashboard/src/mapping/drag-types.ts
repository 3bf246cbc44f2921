/** The data is the id of a room or rate plan of ours. */
export const roomType = 'application/x-our-room'
export const planType = 'application/x-our-rate-plan'
