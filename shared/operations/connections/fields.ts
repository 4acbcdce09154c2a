import * as z from 'zod';
import { label } from '../../contract/fields.ts';

export const ConnectionId = z.string().regex(/^conn_[0-9a-z]{25}$/, 'is not the id of a connection');

/** The name of a provider that has connections. */
export const ProviderName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'is not the name of a provider');

/** The name of a token, as its holders call it. */
export const TokenName = z.string().regex(/^[A-Za-z0-9.]{1,16}$/, 'is not the name of a token');

/** KMS encrypts 4,096 bytes, and its answer is a little longer. */
export const Sealed = z.string().min(1).max(8_192);

export const Reason = label(500).meta({ description: 'Why, and who asked for it; kept with the proposal.' });

/** Of a connection, as the operator saw it who made a proposal about it. */
export const SeenVersion = z.number().int().positive();

const Shown = z.record(z.string(), z.unknown());

/** What the service has found when it tried a connection. Operators are shown it, and none of it is their word. */
export const found = {
  account: Shown,
  details: Shown,
  hosts: z.array(z.string().max(256)).max(10),
  /** What of the details differs from those that the row keeps, in words. */
  changes: z.array(z.string()).max(50),
};

/** Moments as rows have them. */
export const Moment = z.iso.datetime();
