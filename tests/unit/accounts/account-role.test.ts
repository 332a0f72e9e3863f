import { expect, it } from 'vitest';
import { roleByGroups } from '#functions/sessions/accounts.ts';

/** By hand: the role of the record, the groups of the user, and the role of the session; null is a refusal. */
it.each([
  ['Admin', [], null],
  ['Admin', ['Admin'], 'Admin'],
  ['Admin', ['PTA'], null],
  ['Admin', ['teacher'], null],
  ['Admin', ['Admin', 'PTA'], null],
  ['Admin', ['Admin', 'teacher'], null],
  ['Admin', ['helpers'], null],
  ['PTA', [], null],
  ['PTA', ['Admin'], null],
  ['PTA', ['PTA'], 'PTA'],
  ['PTA', ['teacher'], null],
  ['PTA', ['PTA', 'teacher'], null],
  ['PTA', ['helpers', 'PTA'], null],
  ['teacher', [], null],
  ['teacher', ['Admin'], null],
  ['teacher', ['PTA'], null],
  ['teacher', ['teacher'], 'teacher'],
  ['teacher', ['teacher', 'teacher'], null],
  ['teacher', ['Teacher'], null],
  ['teacher', ['Admin', 'PTA', 'teacher'], null],
] as const)('an account of %s in the groups %j has the role %s', (role, groups, expected) => {
  expect(roleByGroups({ role }, groups) ?? null).toBe(expected);
});
