import * as z from 'zod';

/** Invalid parameters count as absent: people follow links that others have shortened or changed. */
export const languageParameter = { lang: z.string().max(35).optional().catch(undefined) };

/** Identifies the view of a page that was submitted (`Ids.token`). */
export const viewField = { view: z.string().regex(/^[0-9a-f]{32}$/) };
