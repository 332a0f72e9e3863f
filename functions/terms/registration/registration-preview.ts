import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../reference/school.ts';
import { unregisteredByClass } from '../../students/placement/registration.ts';
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
