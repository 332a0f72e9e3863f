import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type Caller, isOpenTo } from '../../platform/requests/caller.ts';

type Asking = Pick<Caller, 'role' | 'permissions'>;

/** Marks of a student, to whoever can open a sheet with marks on it. */
export const maySeeMarks = (caller: Asking): boolean =>
  [termReportsContract.classTermReports, markSheetContract.teacherLessonStudents].some((call) =>
    isOpenTo(caller, call),
  );

/** Remarks and attendance of a student's term reports. */
export const maySeeReports = (caller: Asking): boolean => isOpenTo(caller, termReportsContract.classTermReports);

export const maySeeReportCards = (caller: Asking): boolean => isOpenTo(caller, termReportsContract.reportCard);
