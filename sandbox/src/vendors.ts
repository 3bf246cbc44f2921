import { createAlgolia } from './algolia/index.ts'
import { type ChannelManager, createChannelManager } from './channel-manager/index.ts'
import type { SandboxContext } from './core/context.ts'
import type { Vendor, VendorName } from './core/vendor.ts'
import { createGuestPlatform } from './guest-platform/index.ts'
import { createSendgrid, type Sendgrid } from './sendgrid/index.ts'
import { createStorage } from './storage/index.ts'
import { createTwilio, type Twilio } from './twilio/index.ts'

/** Every vendor by its path prefix. */
export const createVendors = (context: SandboxContext) =>
  ({
    'channel-manager': createChannelManager(context) satisfies ChannelManager,
    twilio: createTwilio(context) satisfies Twilio,
    sendgrid: createSendgrid(context) satisfies Sendgrid,
    algolia: createAlgolia(context),
    'guest-platform': createGuestPlatform(context),
    storage: createStorage(),
  }) satisfies Record<VendorName, Vendor>

export type Vendors = ReturnType<typeof createVendors>
