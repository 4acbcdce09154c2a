import * as z from 'zod';

/** Tells two browsers apart: the one that has claimed a link is shown what became of it. Payouts are looked up for weeks. */
export const payeeCookie = { name: 'payee', maxAgeSeconds: 90 * 24 * 60 * 60 };

/** The country and the corridor that a payee has chosen. What is not understood counts as absent, as in `languageParameter`. */
export const choiceParameters = {
  country: z.string().max(2).optional().catch(undefined),
  method: z.string().max(64).optional().catch(undefined),
};
