import { createHttpSender } from '../../../../../shared/webhooks/sender/http-sender.ts';

/** Sends so many requests at once to an address, and tells what came of them. */
const [url = '', count = ''] = process.argv.slice(2);
const sender = createHttpSender({ loopback: true });
const requests = Array.from({ length: Number(count) }, () => sender.send({ url, headers: {}, body: '{}' }));
const settled = await Promise.allSettled(requests);
const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.accepted] : []));
console.log(
  JSON.stringify({
    accepted: answers.filter((accepted) => accepted).length,
    refused: answers.filter((accepted) => !accepted).length,
    thrown: settled.length - answers.length,
  }),
);
