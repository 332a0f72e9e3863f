import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';

export const musicClasses = callHandler(termReportsContract.musicClasses, {
  handle: async () => school().musicClasses.map((classId) => ({ form_class_id: classId })),
});
