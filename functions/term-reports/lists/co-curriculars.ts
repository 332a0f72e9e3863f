import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';

export const coCurriculars = callHandler(termReportsContract.coCurriculars, {
  handle: async () => school().coCurriculars.map((title) => ({ title })),
});
