import type { CredentialKey } from '#shared/options/signed-cards/signatures.ts';

/** A key that signs cards. */
export interface CardKey {
  number: number;
  sign: CredentialKey['sign'];
  /** Whether both halves are still there. Two requests at most. */
  isStored(): Promise<boolean>;
}

/** Where the keys of a school are: in its table, or in KMS. */
export interface CardKeys {
  /** The key that signs now; undefined where there is none that everybody knows. */
  readKey(): Promise<CardKey | undefined>;
  /** Has the next number, and lets everybody know its public half. */
  makeKey(now: Date): Promise<CardKey>;
}
