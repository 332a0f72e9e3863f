import { codeOfStep, fromBase32, stepAt } from '../../../local/cognito/totp.ts';

/** The code that an authenticator app with this secret shows at this moment, or so many steps of thirty seconds later. */
export const codeOf = (secret: string, later = 0): string => codeOfStep(fromBase32(secret), stepAt(Date.now()) + later);
