import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in cookies and addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret, which the table stores so that a leaked table grants no access. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
