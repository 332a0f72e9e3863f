import { randomInt } from 'node:crypto';

/** Nothing in it is mistaken for something else when it is read out or copied from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen characters: 93 bits. */
export const newOneTimePassword = (): string =>
  Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
