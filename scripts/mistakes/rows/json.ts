import type { Group } from '../mistake.ts';

export const json: Group = {
  title: 'The body as a whole',
  mistakes: [
    {
      did: 'sent no body',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is empty',
        resolution: 'Send a JSON object as the body.',
      },
    },
    {
      did: 'sent a form',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: 'amount=10.00&destinationAccountId={account}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is a form, not JSON',
        resolution:
          'Send JSON. With curl, use --data with the JSON text and the header Content-Type: application/json.',
      },
    },
    {
      did: 'wrote single quotes',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: "{'amount': '10.00'}",
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: "the body is not valid JSON: line 1, column 2 has ' where a name in double quotes or } is expected",
        resolution: 'Write names and texts in straight double quotes.',
      },
    },
    {
      did: 'wrote a comma at the end',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{\n  "amount": "10.00",\n}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is not valid JSON: line 3, column 1 has } where a name in double quotes is expected',
        resolution: 'Remove the comma before the closing bracket, or add the missing value after it.',
      },
    },
    {
      did: 'wrote names without quotes',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{amount: "10.00"}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is not valid JSON: line 1, column 2 has a where a name in double quotes or } is expected',
        resolution: 'Write names in double quotes.',
      },
    },
    {
      did: 'wrote a comment',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{\n  // ten dollars\n  "amount": "10.00"\n}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is not valid JSON: line 2, column 3 has / where a name in double quotes or } is expected',
        resolution: 'Remove the comments: JSON does not allow them.',
      },
    },
    {
      did: "wrote Python's None",
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{"amount": "10.00", "reference": None}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is not valid JSON: line 1, column 34 has N where a value is expected',
        resolution: 'Write true, false and null in lower case. JSON has no other words.',
      },
    },
    {
      did: 'sent half of the body',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{"amount": "10.00"',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'the body is not valid JSON: it ends in line 1, column 19, where a comma or the closing bracket is expected',
        resolution: 'Send the complete text: it was cut off.',
      },
    },
    {
      did: 'forgot a comma',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{"amount": "10.00" "destinationAccountId": "{account}"}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is not valid JSON: line 1, column 20 has " where a comma or the closing bracket is expected',
        resolution: 'Put a comma between fields and between entries, and close the bracket at the end.',
      },
    },
    {
      did: 'sent a list',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: [
          {
            amount: '10.00',
            destinationAccountId: '{account}',
          },
        ],
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is a list, not an object',
        resolution: 'Send one JSON object as the body.',
      },
    },
    {
      did: 'made the body JSON twice',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '"{\\"amount\\":\\"10.00\\",\\"destinationAccountId\\":\\"{account}\\"}"',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'the body is a string, not an object: it was encoded as JSON twice',
        resolution: 'Send one JSON object as the body.',
      },
    },
    {
      did: 'gave a field twice',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        text: '{"amount": "10.00", "amount": "20.00", "destinationAccountId": "{account}"}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'amount: is given more than once',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
  ],
};
