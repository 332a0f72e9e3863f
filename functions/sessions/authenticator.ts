import type { Authenticator } from '../platform/requests/authorize.ts';
import { recordAccessEvent } from './access-events.ts';
import { openSession, slowSession } from './sessions.ts';
import { readCsrfKeyIfMade } from './signing-key.ts';
import { openStation } from './stations.ts';

/** How the pipeline of every Lambda authenticates its caller. */
export const authenticator: Authenticator = {
  openSession,
  openStation,
  slowSession,
  csrfKey: readCsrfKeyIfMade,
  recordAccessEvent,
};
