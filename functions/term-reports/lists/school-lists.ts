import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { subjectsById } from '../../subjects/records/store.ts';

export const coCurriculars = callHandler(termReportsContract.coCurriculars, {
  handle: async () => school().coCurriculars.map((title) => ({ title })),
});

export const musicClasses = callHandler(termReportsContract.musicClasses, {
  handle: async () => school().musicClasses.map((classId) => ({ form_class_id: classId })),
});

export const formClassesChangeClass = callHandler(termReportsContract.formClassesChangeClass, {
  handle: async () => school().formClasses.map(({ id, form_level }) => ({ id, form_level })),
});

export const reportSubjects = callHandler(termReportsContract.reportSubjects, {
  handle: async () =>
    [...(await subjectsById())]
      .map(([id, { title, abbr }]) => ({ id, title, abbr }))
      .sort((a, b) => a.title.localeCompare(b.title)),
});
