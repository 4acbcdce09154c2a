// Generated from docs/openapi.json by scripts/generate-client.ts. Do not edit.
import type { ObjectSchema, TextSchema } from './schema.ts';

/** A line: the body of `POST payouts`. */
export const lineSchema: ObjectSchema = {
  "type": "object",
  "properties": {
    "amount": {
      "type": "string",
      "maxLength": 24,
      "pattern": "^(0|[1-9]\\d{0,14})(\\.\\d{1,4})?$",
      "description": "Decimal string with at most as many decimal places as the currency has."
    },
    "amountLeg": {
      "default": "source",
      "description": "`source`: the amount debited, fee included. `source_net`: the amount converted, with the fee added on top. `destination`: the amount that arrives.",
      "type": "string",
      "enum": [
        "source",
        "destination",
        "source_net"
      ]
    },
    "destinationAccountId": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_.-]{1,128}$",
      "description": "The id of a recipient's payout method."
    },
    "funding": {
      "description": "`self`: you send the money yourself.",
      "type": "string",
      "enum": [
        "self"
      ]
    },
    "reference": {
      "description": "Finds the payout again in orders. Use a different one for each payment.",
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u200b\\u200e-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$"
    },
    "endUserId": {
      "description": "Defaults to that of the recipient.",
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u200b\\u200e-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$"
    },
    "purposeOfPayment": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_.-]{1,64}$",
      "description": "An id from the list of payment reasons."
    },
    "metadata": {
      "description": "Your own texts: at most 20 keys of 40 characters (`A-Z a-z 0-9 _ . -`) with values of 200 characters, 2 KiB in total as JSON. A key with an empty value is omitted. The texts are also sent to the payment rail: include no secrets, and nothing about a person that it does not need to know.",
      "maxProperties": 20,
      "x-max-bytes": 2048,
      "type": "object",
      "propertyNames": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_.-]{1,40}$"
      },
      "additionalProperties": {
        "type": "string",
        "maxLength": 200,
        "pattern": "^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u200b\\u200e-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$"
      }
    },
    "expectDestination": {
      "type": "object",
      "properties": {
        "amount": {
          "type": "string",
          "maxLength": 24,
          "pattern": "^(0|[1-9]\\d{0,14})(\\.\\d{1,4})?$",
          "description": "The amount that should arrive, in the currency of the account."
        },
        "tolerance": {
          "default": "0",
          "description": "How much less may arrive, as a fraction of the amount. `0.01` is one percent.",
          "type": "string",
          "pattern": "^(0(\\.\\d{1,8})?|1(\\.0{1,8})?)$"
        }
      },
      "required": [
        "amount"
      ],
      "description": "Refuses the payout if the price has become worse than this."
    }
  },
  "required": [
    "amount",
    "destinationAccountId"
  ],
  "description": "The amount to pay, and the account to pay it to."
};

/** The name of a run. */
export const referenceSchema: TextSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 255,
  "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u200b\\u200e-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$",
  "description": "Your reference for the batch. No other batch of the organization can have it, even after a cancellation."
};

/** Most lines of a run. */
export const linesPerRun = 1000;
