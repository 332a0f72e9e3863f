import { requestWordings } from '../http/wordings.ts';
import { pluralize } from '../pluralize.ts';
import { academicYearTitle } from '../school/academic-year.ts';
import { displayDate, displayMoment } from '../school/display-date.ts';

const shownDay = (day: string | null): string => (day === null ? 'no day' : displayDate(day));

/** Wordings of product §2, §5 and §8. */
export const termReportWordings = {
  recordSaved: 'Record Saved',
  saveFailed: 'Error Occured',
  subjectUpdated: 'Record Updated',
  subjectFailed: 'Error occured',
  subjectFailedStatus: 'Error Occured!',
  deleteFailed: 'Error occured',
  hasSubjectRecords: 'Cannot delete record with existing subject records. Please delete all subject records first.',
  classChangeFailed: 'Error occured',
  settingFailed: 'An Error Has Occured',
  noSuchActivity: (name: string) => `The school has no such activity: ${name}`,
  noPost: (isThisYear: boolean) =>
    `You are not a form teacher or dean of a class ${isThisYear ? 'this' : 'that'} year.`,
  subjectGone: 'The subject has been deleted. Restore the subject first, then undo this.',
  notMusicClass: (classId: string) => `${classId} is not a music class.`,
  notOnReport: 'This subject is not on the report.',
  notTaught: (classId: string) => `Not every subject is taught in ${classId}.`,
  hasRecord: (subject: string) => `${subject} is already on this student’s report.`,
  notRegistered: 'This student is not registered for this term.',
  noneRegistered: 'Nobody is registered for this term.',
  noneRegisteredIn: (classIds: readonly string[]) => `Nobody is registered for this term in ${classIds.join(', ')}.`,
  noneRegisteredInClass: 'Nobody of this class is registered for this term.',
  noCardInClass: 'No student of this class is registered for this term.',
  recordBusy: 'Somebody is changing this report just now. Please try again.',
  studentBusy: 'Somebody is changing this student just now. Please try again.',
  beginsAfterEnd: 'The new term must begin after this one ends.',
  recordDamaged: 'What is stored of this report is damaged: it could not be made. Please ask your IT officer.',
  reportGone: 'The student or the report is gone.',
  /** The end of the term, against which the new term's beginning is checked, has changed. Days are yyyy-MM-dd. */
  endMoved: (by: string | null, from: string | null, to: string | null): string =>
    `${by ?? 'Somebody'} has changed the end of the term from ${shownDay(from)} to ${shownDay(to)}. Please check, and save again.`,
  reportNotSaved: 'The report could not be saved.',
  marksNotSaved: 'The marks could not be saved.',
  deletes: (name: string) =>
    `The term report of ${name} is deleted, with its remarks and grades. You can undo this for 30 days.`,
  deleteSubjectsFirst: (name: string) => `The term report of ${name}. All subject records must be deleted first.`,
  nothingEntered: 'Nothing has been entered for this student.',
  chooseSubject: 'Please choose a subject.',
  leaversAreNotRanked: 'Who left in the term has no rank.',
  noNameFound: 'No student of this class has this name or ID.',
  nobodyInClass: 'There is nobody in this class this term.',
  changedInSubjects: 'Somebody who may open Subjects can change them there.',
} as const;

export const deletedMessage = (name: string): string => `${name} deleted.`;
export const classChangedMessage = (classId: string): string => `Class changed to ${classId}`;
/** Of a student whom somebody else has moved since the screen was opened. */
export const movedMeanwhileMessage = (name: string, { by, to }: { by: string | null; to: string }): string =>
  `${name} was not moved: ${by === null ? `the student was moved to ${to}` : `${by} has moved the student to ${to}`}.`;
const forWhom = (classId: string | null): string => (classId === null ? 'for all classes.' : `for ${classId}.`);
export const possibleAttendanceSetMessage = (sessions: number, classId: string | null): string =>
  `Possible attendance set to ${sessions} ${forWhom(classId)}`;
/** `date` as people read it. */
export const newTermBeginningSetMessage = (date: string, classId: string | null): string =>
  `New Term Beginning set to ${date} ${forWhom(classId)}`;

/** Wordings of product §2 "Post Term Reports"; years are shown year-year+1. */
export const postingWordings = {
  nothingToRemove: 'Nothing is posted yet that No could remove.',
  setTighter: 'Reports that are set tighter',
  question: (year: number, term: number) => `Post ${academicYearTitle(year)} Term ${term} reports?`,
  questionAgain: (year: number, term: number) => `Post ${academicYearTitle(year)} Term ${term} reports again?`,
  questionRemove: (year: number, term: number) => `Remove the posting of ${academicYearTitle(year)} Term ${term}?`,
  arePosted: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports are posted`,
  begunBy: (by: string, reader: string) => `Begun by ${by === reader ? 'you' : by}.`,
  /** The server was not reached while a run was followed. */
  lost: 'The connection was lost. The posting goes on without this page; how far it is shows here again as soon as there is a connection.',
  stopped: (year: number, term: number, done: number, total: number) =>
    `The posting of ${academicYearTitle(year)} Term ${term} stopped after ${done} of ${pluralize(total, 'report')}. Edit goes on with the others.`,
  posting: 'Posting reports please stand by',
  removing: 'Removing reports please stand by',
  posted: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports posted`,
  removed: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports removed`,
  noReports: 'Nobody is registered for this term: there are no reports to post.',
  tooManyFailed: (failed: number, total: number) =>
    `Nothing is posted: no copy could be made of ${failed} of ${pluralize(total, 'report')}. Correct the reports below and post again. If they are right, ask your IT officer.`,
  certainFaultsOfReport: (faults: string) => `This report is not posted, for a figure cannot be right. ${faults}`,
  certainFaults: (count: number) =>
    `Nothing is posted: ${pluralize(count, 'report')} ${count === 1 ? 'has a figure' : 'have figures'} that cannot be right. Please tell your IT officer; what differs is below.`,
  wrongFigures: (count: number) =>
    `${pluralize(count, 'report')} ${count === 1 ? 'has a figure' : 'have figures'} that cannot be right, and would stop the posting. Please tell your IT officer.`,
  unsigned: (classes: readonly { class_id: string; reports: number; unsigned: number }[]) => {
    const count = classes.reduce((sum, { unsigned }) => sum + unsigned, 0);
    const named = classes.map((one) =>
      one.unsigned < one.reports ? `${one.class_id} (${one.unsigned} of ${one.reports})` : one.class_id,
    );
    return `${pluralize(count, 'report')} ${count === 1 ? 'is' : 'are'} not signed by all: ${named.join(', ')}. They can be posted, without pictures of signatures that are missing.`;
  },
  allSigned: 'All reports are signed.',
  namedFaults: (named: readonly string[], more: number) => `${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
  changedSinceCheck: (classIds: readonly string[]) =>
    `Nothing is posted: reports of ${classIds.join(', ')} have changed since they were checked. Close this window, and look at the check again.`,
  unconfirmed: (count: number) =>
    `Nothing is posted: ${pluralize(count, 'report')} ${count === 1 ? 'lacks' : 'lack'} marks or remarks, and that was not confirmed. Please look at the check again.`,
  confirmRemoval: (count: number) =>
    `${pluralize(count, 'report')} ${count === 1 ? 'is' : 'are'} posted. Type ${count} to remove the posting.`,
  undoRemoves:
    'This would remove the posting, which must be confirmed by the number of reports. Press Edit beside the term, then No.',
  stale: 'Somebody has changed the posting of this term. Close this window and open it again.',
  notPosted: 'The reports of this term are not posted.',
  /** `at` in the school's time, yyyy-MM-dd HH:mm:ss. */
  postedMeanwhile: (by: string, at: string) =>
    `${by} has posted these reports, ${displayMoment(at)}. Close this window and open it again.`,
  removedMeanwhile: (by: string, at: string) =>
    `${by} has removed this posting, ${displayMoment(at)}. Close this window and open it again.`,
  running: 'The reports of this term are being posted.',
  issuedMeanwhile: 'This report has been issued again. Close this window and open it again.',
  nothingChanged: 'Nothing has changed since.',
  reportUnchanged: 'Nothing has changed since this report was posted.',
  issued: 'Report issued again. The earlier copy is kept.',
  unchanged: 'Nothing has changed since these reports were posted: none was posted again.',
  renewed: (count: number, year: number, term: number) =>
    `${pluralize(count, 'report')} of ${academicYearTitle(year)} Term ${term} posted again`,
  noTerm: 'The office has not set a term yet.',
  checkFailed: 'The reports could not be checked.',
  changesFailed: 'The changes could not be loaded.',
  seenAsNow: 'Parents see these reports as they are now. The earlier copies are kept:',
  othersPosted: 'All other reports are posted. These could not be:',
  keepsTimes: 'Posted reports keep the times absent and late that they have now.',
  issueAgain: (name: string) => `Issue the report of ${name} again?`,
  issuesAgain: (changed: readonly string[]) =>
    `Parents will see the report as it is now. Changed: ${changed.join(', ')}. The earlier copy is kept.`,
  reasonHint: 'A few words, such as: the mark for Physics was late.',
  loadingChanges: 'Posted. Loading what has changed since…',
} as const;

/** What form teacher and dean write, as reports, board and posting check call it. */
export const remarkTitles = { formTeacher: 'Form teacher’s remarks', dean: 'Dean’s remarks' } as const;

/** What else is written on a card. */
export const cardTextTitles = {
  comments: 'Comments on subjects',
  music: 'Music',
  activities: 'Co-curricular activities',
} as const;

/** What the posting check says of a report's texts (rule 28). */
export const cardProblemWordings = {
  damaged: 'What is stored of this report is damaged: it cannot be made',
  tooLong: (name: string, length: number, limit: number) => `${name}: ${length} characters, ${limit} at most`,
  unprintable: (name: string) => `${name}: has characters that cannot be printed`,
  overPage: (longest: string, pages: 1 | 2) =>
    `Too much text for ${pages === 1 ? 'one page' : 'two pages'}, the card goes on to another. Longest: ${longest}`,
  noPlace: (name: string) => `${name}: the layout of the card has no place for it`,
} as const;

/**
 * The printing of classes and the whole school; `damaged`, `gone` and `left` say why a report has no card among its
 * files.
 */
export const printingWordings = {
  damaged: 'The report is damaged.',
  gone: 'The student or the report is gone.',
  left: 'Left in the term. Print One prints this report.',
  /** Of the leavers of a class, "Ali, Anika (left 12-Nov-2026)". */
  leftOut: (names: readonly string[]) =>
    `Without ${names.join('; ')}. Print One prints ${names.length === 1 ? 'this report' : 'these reports'}.`,
  notStarted: 'The printing could not be started.',
  oneFileAClass: 'One file is made for each class. It takes a minute or two. You can close this page meanwhile.',
  keptDays: 'Files are kept for 90 days. Print Again makes new ones.',
} as const;

export const completenessWordings = {
  complete: 'Complete',
  incomplete: 'Incomplete',
  nothingFound: 'Nothing matches the filters.',
  registerFirst: 'Register the students on Current Term first.',
  spreadsheetFailed: requestWordings.spreadsheetFailed,
  notReminded: 'Nobody was reminded. Please try again.',
  completedMeanwhile:
    'Those who were not reminded have completed everything. Close this window to see what is missing now.',
  /** Beside a teacher of the list, and of all of it. */
  reminded: 'Reminded',
  remindAll: 'Remind All',
  /** What happens to a reminder. */
  whereReminded: 'A teacher who is reminded finds this in the menu until nothing is missing.',
  /** In a teacher's menu; `day` as people read it. */
  askedFor: (by: string, day: string): string => `${by} asked on ${day} for what is still missing:`,
  copyRefused: 'The browser does not allow copying. Please print the list.',
  nothingMissing: 'Nothing is missing.',
  figuresNote: '“Marks” counts students who have a total. Exam and Course are parts of it, where the term has them.',
} as const;

/** Name of a class mark sheet's workbook (product §9): '{class} Marksheet {term title} {year}-{year+1}.xlsx'. */
export const markSheetFileName = ({
  classId,
  termTitle,
  year,
}: {
  classId: string;
  termTitle: string;
  year: number;
}): string => `${classId} Marksheet ${termTitle} ${academicYearTitle(year)}.xlsx`;

/** Shown red when the workbook could not be downloaded (product §8 "Messages"). */
export const markSheetFileFailure = 'Error Occured. Could not download file.';

/** Sentences of the screens that several places or the tests say. */
export const termReportScreenWordings = {
  subjectOrRemarks: 'Subject or remarks',
  newTermBeginning: 'New term beginning',
  newTermBegins: 'New term begins',
  reportCardsOfTheSchool: 'Report cards of the school',
  startPrintingReportCards: 'Print Report Cards',
  notPrintedYet: 'Not printed yet',
  allClassesInOneZip: 'All classes in one zip',
  setPossibleAttendance: 'Set Possible Attendance',
  asItIsNowDraft: 'As it is now (draft)',
} as const;
