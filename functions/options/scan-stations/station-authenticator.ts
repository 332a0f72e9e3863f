import type { Authenticator } from '../../platform/requests/authorize.ts';
import { authenticator as ofAccounts } from '../../sessions/authenticator.ts';
import { readStation } from './stations.ts';

/** Accounts by their session, as everywhere; stations by their key (ADR 0061). */
export const authenticator: Authenticator = { ...ofAccounts, openStation: readStation };
