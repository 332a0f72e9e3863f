import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';

export const formClassesChangeClass = callHandler(termReportsContract.formClassesChangeClass, {
  handle: async () => school().formClasses.map(({ id, form_level }) => ({ id, form_level })),
});
