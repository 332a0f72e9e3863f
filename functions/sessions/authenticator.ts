import type { Authenticator } from '../platform/requests/authorize.ts';
import { recordAccessEvent } from './access-events.ts';
import { readSession, throttleSession } from './sessions.ts';
import { readCsrfKeyIfMade } from './signing-key.ts';
import { readStation } from './stations.ts';

/** How the pipeline of every Lambda authenticates its caller. */
export const authenticator: Authenticator = {
  openSession: readSession,
  openStation: readStation,
  slowSession: throttleSession,
  csrfKey: readCsrfKeyIfMade,
  recordAccessEvent,
};
