import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { subjectsById } from '../../subjects/records/store.ts';

export const reportSubjects = callHandler(termReportsContract.reportSubjects, {
  handle: async () =>
    [...(await subjectsById())]
      .map(([id, { title, abbr }]) => ({ id, title, abbr }))
      .sort((a, b) => a.title.localeCompare(b.title)),
});
