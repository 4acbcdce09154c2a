import * as z from 'zod';
import { label } from '../../contract/fields.ts';

export const ConnectionId = z
  .string()
  .regex(/^conn_[0-9a-z]{25}$/, 'is not the id of a connection')
  .meta({ examples: ['conn_0mi1a2b3c0123456789abcdef'] });

/** The name of a provider that has connections. */
export const ProviderName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'is not the name of a provider');

/** The name of a token, as its holders know it. */
export const TokenName = z.string().regex(/^[A-Za-z0-9.]{1,16}$/, 'is not the name of a token');

/** KMS encrypts 4,096 bytes, and its output is slightly longer. */
export const Sealed = z.string().min(1).max(8_192);

export const Reason = label(500).meta({ description: 'The reason, and who requested it; kept with the proposal.' });

/** The version of a connection that an operator saw when making a proposal about it. */
export const SeenVersion = z.number().int().positive();

const Shown = z.record(z.string(), z.unknown());

/** What the service found when it tested a connection. Operators are shown it; none of it comes from them. */
export const found = {
  account: Shown,
  details: Shown,
  hosts: z.array(z.string().max(256)).max(10),
  /** In words: how the details differ from those that the row stores. */
  changes: z.array(z.string()).max(50),
};

/** Times in the form used in rows. */
export const Moment = z.iso.datetime();
