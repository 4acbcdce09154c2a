import type { Group } from '../mistake.ts';

export const fields: Group = {
  title: 'Fields',
  mistakes: [
    {
      did: 'left out a required field',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'destinationAccountId: is required',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'misspelt a field',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAcountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'destinationAccountId: is required; destinationAcountId: is not a known field: did you mean destinationAccountId?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a field in snake_case',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/quotes/accept',
        body: {
          snapshot_id: 'qs_0a1b2c3d4e5f',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'snapshotId: is required; snapshot_id: is not a known field: did you mean snapshotId?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'sent a field that there is not',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/fund',
        body: {
          amount: '10.00',
          note: 'test',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'note: is not a known field: the fields are amount, currency',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'sent the amount as a number',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: 100,
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: is a number, not a string: send "100.00", with as many decimal places as the currency has',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a comma in the amount',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '100,00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: has a comma: write 150.00, with a decimal point',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a comma between thousands',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '1,000.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: has a comma: write 1500.00, without thousands separators',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a currency sign',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '$100.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: includes a currency: write only the number, such as 150.00',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote more places than the currency has',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.001',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: has more decimal places than USD, which has 2',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote five places',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00001',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: has more than 4 decimal places',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'sent a negative amount',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/quotes/offramp',
        body: {
          amount: '-10.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail: 'amount: is not positive',
        resolution: 'Send an amount above zero.',
      },
    },
    {
      did: 'sent zero',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '0.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail: 'amount: is not positive',
        resolution: 'Send an amount above zero.',
      },
    },
    {
      did: 'wrote an exponent',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '1e3',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: is in exponent notation: write it out, such as 150.00',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a currency in lower case',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/fund',
        body: {
          amount: '10.00',
          currency: 'usd',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'currency: is not an ISO 4217 code: write USD',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a currency that there is not',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/fund',
        body: {
          amount: '10.00',
          currency: 'USX',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'currency: is not a current ISO 4217 currency',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'misspelt a value of a list',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
          amountLeg: 'destinaton',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amountLeg: is not one of source, destination, source_net: did you mean destination?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'sent true as a text',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts/batches',
        body: {
          externalReferenceId: 'run',
          items: [
            {
              amount: '10.00',
              destinationAccountId: '{account}',
            },
          ],
          autoCommit: 'true',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'autoCommit: is a string, not true or false',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'gave the id of a recipient for that of an account',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{recipient}',
        },
      },
      answered: {
        status: 404,
        type: 'DESTINATION_ACCOUNT_NOT_FOUND',
        detail:
          'destinationAccountId: starts with rcp_, like ids of recipients; ids of accounts of recipients start with acct_',
        resolution: 'Send the destinationAccountId of a recipient of this organization: each of its methods has one.',
      },
    },
    {
      did: 'gave an account that nobody has',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: 'acct_000000000000000000000000a',
        },
      },
      answered: {
        status: 404,
        type: 'DESTINATION_ACCOUNT_NOT_FOUND',
        detail: 'destinationAccountId: no such account',
        resolution: 'Send the destinationAccountId of a recipient of this organization: each of its methods has one.',
      },
    },
    {
      did: 'gave the id of a payout for that of a quote',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/quotes/accept',
        body: {
          snapshotId: 'po_0a1b2c3d4e5f',
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail: 'snapshotId: starts with po_, like ids of payouts; ids of quotes start with qs_',
        resolution: 'Send the snapshotId of a quote of this organization.',
      },
    },
    {
      did: 'gave a purpose that is none',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
          purposeOfPayment: 'fun',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'purposeOfPayment: is not an id of the payment reasons for EUR',
        resolution: 'Send an id that GET …/payment-reasons?currency=EUR lists, or leave purposeOfPayment out.',
      },
    },
    {
      did: 'wrote an IBAN with a wrong check digit',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          country: 'DE',
          method: {
            kind: 'fiat',
            currency: 'EUR',
            recipientDetails: {
              iban: 'DE88370400440532013000',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'method.recipientDetails.iban: IBAN has a wrong check digit',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'misspelt a detail of the account',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          country: 'DE',
          method: {
            kind: 'fiat',
            currency: 'EUR',
            recipientDetails: {
              ibann: 'DE89370400440532013000',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'method.recipientDetails.iban: IBAN is required; method.recipientDetails.ibann: is not a known field: did you mean iban?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a country in lower case',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          country: 'de',
          method: {
            kind: 'fiat',
            currency: 'EUR',
            recipientDetails: {
              iban: 'DE89370400440532013000',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'country: is not an ISO 3166 alpha-2 code: write DE',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'paid a country in a currency that no corridor has',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          country: 'DE',
          method: {
            kind: 'fiat',
            currency: 'JPY',
            recipientDetails: {
              iban: 'DE89370400440532013000',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'method.currency: no corridor pays JPY in DE',
        resolution: 'Send a country and a currency that GET …/corridors lists together.',
      },
    },
    {
      did: 'registered a wallet with a test key',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          method: {
            kind: 'crypto',
            currency: 'USD',
            recipientDetails: {
              token: 'USDC',
              chain: 'base',
              address: '0x52908400098527886E0F7030069857D2E4169EE7',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX',
        detail: 'method.kind: test keys cannot pay crypto recipients',
        resolution: 'Pay crypto recipients with a live key.',
      },
    },
    {
      did: 'left out the country of a bank account',
      sent: {
        method: 'POST',
        path: '/recipients/{orgId}',
        body: {
          type: 'individual',
          name: 'Zoe Miller',
          method: {
            kind: 'fiat',
            currency: 'EUR',
            recipientDetails: {
              iban: 'DE89370400440532013000',
            },
          },
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'country: is required for a bank account',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
  ],
};
