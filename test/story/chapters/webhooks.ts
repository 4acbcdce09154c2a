import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';

const url = 'https://hooks.example.com/sluice';

/** Registered before anything happens, and looked after at the end. */
export const receiveWebhooks = {
  async register(story: Storyteller, { key }: Cast): Promise<void> {
    await story.tell('registerSandboxWebhookEndpoint', key, {
      body: { url, events: ['payout.completed', 'payout.failed', 'deposit.completed'] },
    });
  },

  async manage(story: Storyteller, { key, operator }: Cast): Promise<void> {
    const { data } = await story.tell('listSandboxWebhookEndpoints', key);
    const [{ id: endpointId }] = data;
    await story.tell('listWebhookEndpoints', key);
    const [{ id: deliveryId, createdAt }] = await story.tell('listSandboxWebhookDeliveries', key, {
      path: { endpointId },
    });
    const path = { endpointId };
    await story.tell('listWebhookDeliveries', key, { path });
    await story.tell('replayWebhookDelivery', operator, { path: { endpointId, deliveryId } });
    const to = new Date(story.service.clock.now).toISOString();
    await story.tell('replayWebhookDeliveries', operator, { path, body: { from: createdAt, to } });
    await story.tell('sendTestWebhook', operator, { path, body: { type: 'payout.completed' } });
    await story.tell('enableWebhookEndpoint', operator, { path, body: { enabled: false } });
    await story.tell('rotateWebhookSecret', operator, { path });

    const other = await story.tell('registerWebhookEndpoint', operator, { body: { url, events: [] } });
    await story.tell('removeWebhookEndpoint', operator, { path: { endpointId: other.id } });
  },
};
