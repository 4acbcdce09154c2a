import { failurePageWith } from '../../pages/failure-page.ts';
import { textsOf } from './texts.ts';

/** Why a checkout page cannot be shown or a form not taken. */
export const failurePage = failurePageWith(textsOf);
