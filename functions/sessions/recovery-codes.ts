import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#shared/accounts/auth/second-factor.ts';
import { hashOf } from '../platform/identity/secrets.ts';

/** Nothing in it is mistaken for something else when it is read out or copied from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Of 118 bits together: from 112 on a plain hash is enough, for nobody can try them through (ASVS 6.5.2). */
const letters = 24;

/** In groups of four: `k7mq-2xhd-9rtp-wv3c-m8za-4tye`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: letters }, (_, index) => {
      const letter = alphabet[randomInt(alphabet.length)];
      return index > 0 && index % 4 === 0 ? `-${letter}` : letter;
    }).join(''),
  );

/** What is kept of a code, however it is typed. With the account, so that equal codes of two are not seen to be. */
export const recoveryHash = (accountId: string, typed: string): string =>
  hashOf(`${accountId}.${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
