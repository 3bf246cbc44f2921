/** What is dragged: a room or a rate plan of ours, by its id. */
export const roomType = 'application/x-our-room'
export const planType = 'application/x-our-rate-plan'
