import type { DemoStudentSignIn } from '../types.ts';
import type { Pupil } from './pupil.ts';

/** The class whose first students have accounts, and how many: for each a password is hashed at every start. */
export const classWithAccounts = '2A';
const accounts = 8;

/** Every third of them has never signed in. */
export const buildStudentSignIns = (pupils: readonly Pupil[], today: string): DemoStudentSignIn[] =>
  pupils
    .filter(({ status, place }) => status === 'current' && place.classId === classWithAccounts)
    .map(({ studentId }) => studentId)
    .sort()
    .slice(0, accounts)
    .map((studentId, index) => ({ studentId, lastAt: index % 3 === 2 ? null : `${today}T11:${10 + index}:00.000Z` }));
