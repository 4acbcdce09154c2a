import * as z from 'zod';

/** Distinguishes browsers: the one that claimed a link is shown its outcome. Payouts are looked up for weeks. */
export const payeeCookie = { name: 'payee', maxAgeSeconds: 90 * 24 * 60 * 60 };

/** The country and corridor chosen by a payee. An unknown value counts as absent, as in `languageParameter`. */
export const choiceParameters = {
  country: z.string().max(2).optional().catch(undefined),
  method: z.string().max(64).optional().catch(undefined),
};
