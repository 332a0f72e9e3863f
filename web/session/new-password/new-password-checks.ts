import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type PasswordOwner, unmetPasswordRequirements } from '#shared/accounts/auth/password.ts';
import { loadUntilAvailable } from '../../ui/display/lazy-with-retry.ts';

export interface NewPassword {
  password: string;
  repeated: string;
}

/** The fields of a new password, typed twice. */
export const newPasswordFields = {
  password: z.string(),
  repeated: z.string(),
};

/**
 * The password rule of an owner, and that both fields are the same (product §5); shows one fault at a time. The server
 * checks again.
 */
export const createNewPasswordCheck = (owner: PasswordOwner) =>
  z.check<NewPassword>(({ value: { password, repeated }, issues }) => {
    const [fault] = unmetPasswordRequirements(password, owner, cachedPasswordStrength(password));
    if (fault !== undefined) issues.push({ code: 'custom', input: password, path: ['password'], message: fault });
    else if (password !== repeated) {
      issues.push({
        code: 'custom',
        input: repeated,
        path: ['repeated'],
        message: 'The two passwords are not the same.',
      });
    }
  });

const loadGuesses = () => loadUntilAvailable(() => import('#shared/accounts/auth/estimate-guesses.ts'));

/** The last password that was estimated. */
let last: { password: string; guesses: number } | undefined;

/** Guesses that a password takes, as a power of ten, where it was estimated already. */
const cachedPasswordStrength = (password: string): number | undefined =>
  last?.password === password ? last.guesses : undefined;

/** Milliseconds without a key before a password is estimated. */
const pause = 300;

/** The same of what is typed, a moment after the last key; undefined until it is known. */
export function usePasswordStrength(
  password: string,
  { area, userName, schoolName }: PasswordOwner,
): number | undefined {
  const [, draw] = useState(0);
  useEffect(() => {
    if (password === '') return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const { estimateGuesses: guessesOf } = await loadGuesses();
      const guesses = await guessesOf(password, { area, userName, schoolName });
      if (!isWanted) return;
      last = { password, guesses };
      draw((count) => count + 1);
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [password, area, userName, schoolName]);
  // Nothing of it stays in the page.
  useEffect(
    () => () => {
      last = undefined;
    },
    [],
  );
  return cachedPasswordStrength(password);
}
