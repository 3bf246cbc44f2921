/** Who may call a route. Who calls a webhook is proven by its handler. */
export type Access = Authenticated | 'webhook' | 'public'
export type Authenticated = 'operations' | 'staff' | 'signed-in'
