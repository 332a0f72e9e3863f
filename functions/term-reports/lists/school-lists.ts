import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';

export const listCoCurriculars = callHandler(termReportsContract.listCoCurriculars, {
  handle: async () => school().coCurriculars.map((title) => ({ title })),
});

export const listMusicClasses = callHandler(termReportsContract.listMusicClasses, {
  handle: async () => school().musicClasses.map((classId) => ({ form_class_id: classId })),
});

export const listClassesForMove = callHandler(termReportsContract.listClassesForMove, {
  handle: async () => school().formClasses.map(({ id, form_level }) => ({ id, form_level })),
});

export const listReportSubjects = callHandler(termReportsContract.listReportSubjects, {
  handle: async () =>
    [...(await readSubjectNamesById())]
      .map(([id, { title, abbr }]) => ({ id, title, abbr }))
      .sort((a, b) => a.title.localeCompare(b.title)),
});
