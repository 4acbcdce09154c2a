import type { PortCapability } from '../ports/wiring/capability.ts';
import { faultOfTarget } from '../webhooks/sender/target-url.ts';

export const receiverAddresses: PortCapability<'receiverAddresses'> = {
  ports: () => ({ webhooks: { faultOf: (url) => faultOfTarget(url, { loopback: false }) } }),
};
