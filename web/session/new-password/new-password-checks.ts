import * as z from 'zod/mini';
import { type PasswordOwner, passwordFaults } from '#shared/accounts/auth/password.ts';
import { knownStrength } from './strength.ts';

export interface NewPassword {
  password: string;
  repeated: string;
}

/** The fields of a new password, typed twice. */
export const newPasswordFields = {
  password: z.string(),
  repeated: z.string(),
};

/** The rule of an owner, and that both are the same (product §5); one thing is said at a time. The server judges again. */
export const newPasswordCheck = (owner: PasswordOwner) =>
  z.check<NewPassword>(({ value: { password, repeated }, issues }) => {
    const [fault] = passwordFaults(password, owner, knownStrength(password));
    if (fault !== undefined) issues.push({ code: 'custom', input: password, path: ['password'], message: fault });
    else if (password !== repeated) {
      issues.push({
        ...{ code: 'custom', input: repeated, path: ['repeated'] },
        message: 'The two passwords are not the same.',
      });
    }
  });
