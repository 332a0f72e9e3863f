import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in cookies and addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret that the table stores, so that a leaked table opens no session. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
