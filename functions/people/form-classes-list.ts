import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { school } from '../school/records/school.ts';

export const formClassesList = callHandler(peopleContract.formClassesList, {
  handle: async () => school().formClasses.map(({ id, form_level }) => ({ id, class_name: id, form_level })),
});
