import { failurePageWith } from '../../pages/failure-page.ts';
import { textsOf } from './texts.ts';

/** Explains why a checkout page cannot be shown or a form is refused. */
export const failurePage = failurePageWith(textsOf);
