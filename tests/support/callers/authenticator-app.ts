import { fromBase32, makeTotpCode, totpStepAt } from '../../../local/cognito/totp.ts';

/**
 * The code that an authenticator app with this secret shows at this moment, or so many steps of thirty seconds later.
 */
export const computeAuthenticatorCode = (secret: string, later = 0): string =>
  makeTotpCode(fromBase32(secret), totpStepAt(Date.now()) + later);
