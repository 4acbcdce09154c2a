import type { Lists } from './lists.ts';

/** Statements that contain nothing to test, by the reason. */
export const prose: Lists = {
  'says what the document is and how it is written': [
    {
      section: 'Payout and Checkout Service Interface',
      rows: [
        'This single document specifies the service: what it does, its resources, states, endpoints, authentication, events, errors, limits and versioning.',
        "Notation: `{base_url}` is the service's base address.",
        'Shorthand: `P` = `/payments/organizations/{orgId}`; `C` = `/checkout/organizations/{orgId}`.',
        'Angle-bracket names such as `<snapshot_id>` stand for values.',
      ],
    },
    {
      section: 'Endpoints',
      rows: [
        'Paths on this list write bare route names (orders, balance, corridors, policy and similar) only as references; their full paths are not shown except where a path is given in full.',
      ],
    },
    {
      section: 'Errors',
      rows: ['The last column is the money-moved and retry marking; `-` means the marking is not shown.'],
    },
  ],
  'sums up what other statements say one by one': [
    {
      section: 'What the service does',
      rows: ['The service moves money out for an organization and lets it collect payments.'],
    },
  ],
  'is the heading of a list': [
    {
      section: 'Endpoints',
      rows: ['Request rules common to all endpoints:'],
    },
    {
      section: 'Authentication > Direct flow',
      rows: ['Send headers:'],
    },
    {
      section: 'Events > Delivery request',
      rows: ['Headers:'],
    },
  ],
};
