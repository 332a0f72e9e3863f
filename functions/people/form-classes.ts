import { peopleContract } from '#shared/people/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { formLevelsOfSchool as levelsOfSchool, school } from '../school/records/school.ts';

export const listFormClasses = callHandler(peopleContract.listFormClasses, {
  handle: async () => school().formClasses.map(({ id, form_level }) => ({ id, class_name: id, form_level })),
});

export const listFormLevels = callHandler(peopleContract.listFormLevels, {
  handle: async () => levelsOfSchool().map((level) => ({ form_level: level, title: levelName(level) })),
});
