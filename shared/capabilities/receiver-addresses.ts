import { faultOfTarget } from '../webhooks/sender/target-url.ts';
import type { PortCapability } from './capability.ts';

export const receiverAddresses: PortCapability<'receiverAddresses'> = {
  ports: () => ({ webhooks: { faultOf: (url) => faultOfTarget(url, { loopback: false }) } }),
};
