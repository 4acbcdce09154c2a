import { methodDue } from '../../method-parts.ts';
import { advanceAddress } from './advance-address.ts';

export const due = methodDue({ uses: ['transfers'], advances: { ca: advanceAddress } });
