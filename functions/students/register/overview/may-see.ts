import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type Caller, isOpenTo } from '../../../platform/requests/caller.ts';

type Asking = Pick<Caller, 'role' | 'permissions'>;

/** Whether the caller may see a student's marks: one of the screens that show marks is open to them. */
export const maySeeMarks = (caller: Asking): boolean =>
  [termReportsContract.classTermReports, markSheetContract.teacherLessonStudents].some((call) =>
    isOpenTo(caller, call),
  );

/** Whether the caller may see the marks of assessments and the notes on them. */
export const maySeeMarkBook = (caller: Asking): boolean => isOpenTo(caller, markBookContract.markBook);

/** Whether the caller may see the remarks and the attendance of a student's term reports. */
export const maySeeReports = (caller: Asking): boolean => isOpenTo(caller, termReportsContract.classTermReports);

export const maySeeReportCards = (caller: Asking): boolean => isOpenTo(caller, termReportsContract.reportCard);
