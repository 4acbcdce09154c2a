import { methodDue } from '../../method-parts.ts';
import { advanceAttempt } from './advance-attempt.ts';

export const due = methodDue({ uses: ['cards'], advances: { att: advanceAttempt } });
