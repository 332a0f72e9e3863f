import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { unregisteredByClass } from '../../students/records/placement/registration.ts';
import { school } from '../records/school.ts';
import { termToRegister } from './registration-runs.ts';

export const registrationPreview = callHandler(termsContract.registrationPreview, {
  handle: async () => {
    const classes = await unregisteredByClass(await termToRegister(null));
    const levels = new Map(school().formClasses.map(({ id, form_level }) => [id, form_level]));
    return classes.map(({ classId, students, unregistered }) => ({
      class_id: classId,
      form_level: levels.get(classId) ?? 1,
      students,
      not_registered: unregistered.length,
    }));
  },
});
