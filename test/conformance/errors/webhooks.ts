import { switchOffDeveloper, switchOnDeveloper } from '../../functions/webhooks/support.ts';
import type { ErrorRow } from './row.ts';

const url = 'https://example.com/hooks';

/** Of the tools for webhooks. */
export const webhookRows: readonly ErrorRow[] = [
  {
    words: '`DEVELOPER_FEATURE_DISABLED` | 403 | webhook endpoint tools off | -',
    async scene(stage) {
      const { service } = stage;
      const of = await service.organization();
      const { organizationId } = of;
      const sluice = stage.client(of);
      await switchOnDeveloper(service, organizationId);
      const { id: endpointId } = await sluice.registerSandboxWebhookEndpoint({ url });
      await switchOffDeveloper(service, organizationId);
      return {
        of,
        calls: [
          () => sluice.listWebhookEndpoints(),
          () => sluice.listWebhookDeliveries({ endpointId }),
          () => sluice.listSandboxWebhookEndpoints(),
          () => sluice.listSandboxWebhookDeliveries({ endpointId }),
          () => sluice.registerSandboxWebhookEndpoint({ url }),
        ],
        clear: () => switchOnDeveloper(service, organizationId),
      };
    },
  },
];
