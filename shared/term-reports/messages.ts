import { displayDate } from '../school/display-date.ts';

const shownDay = (day: string | null): string => (day === null ? 'no day' : displayDate(day));

/** Wordings of product §2, §5 and §8. */
export const termReportMessages = {
  recordSaved: 'Record Saved',
  saveFailed: 'Error Occured',
  subjectUpdated: 'Record Updated',
  subjectFailed: 'Error occured',
  subjectFailedStatus: 'Error Occured!',
  deleteFailed: 'Error occured',
  hasSubjectRecords: 'Cannot delete record with existing subject records. Please delete all subject records first.',
  classChangeFailed: 'Error occured',
  settingFailed: 'An Error Has Occured',
  /** The term's end that a new term's beginning was judged by is another by now. Days are yyyy-MM-dd. */
  endMoved: (by: string | null, from: string | null, to: string | null): string =>
    `${by ?? 'Somebody'} has changed the end of the term from ${shownDay(from)} to ${shownDay(to)}. Please look again.`,
} as const;

export const deletedMessage = (name: string): string => `${name} deleted.`;
export const classChangedMessage = (classId: string): string => `Class changed to ${classId}`;
/** Of a student whom somebody else has moved since the screen was opened. */
export const movedMeanwhileMessage = (name: string, { by, to }: { by: string | null; to: string }): string =>
  `${name} was not moved: ${by ?? 'somebody else'} has moved the student to ${to} meanwhile.`;
const forWhom = (classId: string | null): string => (classId === null ? 'for all classes.' : `for ${classId}.`);
export const possibleAttendanceMessage = (sessions: number, classId: string | null): string =>
  `Possible attendance set to ${sessions} ${forWhom(classId)}`;
/** `date` as people read it. */
export const newTermBeginningMessage = (date: string, classId: string | null): string =>
  `New Term Beginning set to ${date} ${forWhom(classId)}`;
