import type { Group } from '../mistake.ts';

export const routes: Group = {
  title: 'Methods and paths',
  mistakes: [
    {
      did: 'used a method that the path does not take',
      sent: {
        method: 'PUT',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches: this path accepts POST, not PUT',
        resolution: 'Send POST /business/api/v1/payments/organizations/{orgId}/payouts.',
        headers: {
          allow: 'POST',
        },
      },
    },
    {
      did: 'wrote a slash at the end',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance/',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this path: it ends with a slash',
        resolution: 'Send GET /business/api/v1/payments/organizations/{orgId}/balance exactly.',
      },
    },
    {
      did: 'left out /business/api/v1',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        wholePath: true,
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this path: /business/api/v1 is missing',
        resolution: 'Send GET /business/api/v1/payments/organizations/{orgId}/balance exactly.',
      },
    },
    {
      did: 'wrote another prefix',
      sent: {
        method: 'GET',
        path: '/api/v1/payments/organizations/{orgId}/balance',
        wholePath: true,
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this path: /business/api/v1 is missing',
        resolution: 'Send GET /business/api/v1/payments/organizations/{orgId}/balance exactly.',
      },
    },
    {
      did: 'misspelt a segment',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balanse',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'The nearest route is GET /business/api/v1/payments/organizations/{orgId}/balance.',
      },
    },
    {
      did: 'wrote organisations',
      sent: {
        method: 'GET',
        path: '/payments/organisations/{orgId}/balance',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'The nearest route is GET /business/api/v1/payments/organizations/{orgId}/balance.',
      },
    },
    {
      did: 'wrote the singular',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payout',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'The nearest route is POST /business/api/v1/payments/organizations/{orgId}/payouts.',
      },
    },
    {
      did: 'left out the organization',
      sent: {
        method: 'POST',
        path: '/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'The nearest route is POST /business/api/v1/payments/organizations/{orgId}/payouts.',
      },
    },
    {
      did: 'wrote a segment in upper case',
      sent: {
        method: 'GET',
        path: '/Payments/organizations/{orgId}/balance',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this path: paths are case-sensitive',
        resolution: 'Send GET /business/api/v1/payments/organizations/{orgId}/balance exactly.',
      },
    },
    {
      did: 'left the organization empty',
      sent: {
        method: 'GET',
        path: '/payments/organizations//balance',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'The nearest route is GET /business/api/v1/payments/organizations/{orgId}/balance.',
      },
    },
    {
      did: 'left the placeholder of the documentation in the path',
      sent: {
        method: 'GET',
        path: '/payments/organizations/%7BorgId%7D/balance',
      },
      answered: {
        status: 404,
        type: 'NOT_FOUND',
        detail: 'the path has a placeholder where orgId belongs',
        resolution: 'Replace orgId in the path with the id.',
      },
    },
    {
      did: 'asked for what there is nothing like',
      sent: {
        method: 'GET',
        path: '/invoices/last',
      },
      answered: {
        status: 404,
        type: 'ROUTE_NOT_FOUND',
        detail: 'no route matches this method and path',
        resolution: 'Check the method and the path, including the /business/api/v1 prefix.',
      },
    },
  ],
};
