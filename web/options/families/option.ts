import { familiesContract } from '#shared/options/families/contract.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { dueOf } from '../../features/school/places.ts';
import { sitePaths } from '../../session/site-paths.ts';

/** Registrations that families have handed in. */
export const due = dueOf(familiesContract.listRegistrations, {
  menu: 'registration',
  input: { state: 'handed in' },
  toLines: ({ students }) => {
    const waiting = students.filter(({ state }) => state === 'handed in').length;
    return waiting > 0 ? [{ text: dueWordings.registrations(waiting), to: sitePaths.registration }] : [];
  },
});
