import type { Authenticator } from '../platform/requests/authorize.ts';
import { recordAccessEvent } from './access-events.ts';
import { readSession, throttleSession } from './sessions.ts';
import { readCsrfKeyIfMade } from './signing-key.ts';

/**
 * How the pipeline of a Lambda authenticates its caller. No call of the core is a station's: who answers those brings
 * its own `openStation`.
 */
export const authenticator: Authenticator = {
  openSession: readSession,
  openStation: async () => null,
  slowSession: throttleSession,
  csrfKey: readCsrfKeyIfMade,
  recordAccessEvent,
};
