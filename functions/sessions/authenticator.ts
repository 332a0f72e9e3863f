import type { Authenticator } from '../platform/requests/pipeline.ts';
import { openSession } from './sessions.ts';
import { signingKey } from './signing-key.ts';

/** How every Lambda's pipeline finds out who calls. */
export const authenticator: Authenticator = { openSession, csrfKey: () => signingKey('csrf') };
