import { pluralize } from '../pluralize.ts';
export const noSuchTerm = 'There is no such term.';
export const endsBeforeStart = 'The term ends before it starts.';
export const studentTwice = 'A student is named twice.';
/** Of letters, links and e-mails. */
export const noAddressOfSite =
  'The school has no web address of its own. Letters and links need one: ask your IT officer.';
export const noSuchClass = (classId: string): string => `The school has no class ${classId}.`;

/** Wordings of product §2, §5 and §8. */
export const termWordings = {
  yearAndTermRequired: 'Please set the Academic Year and Term to continue.',
  windowSaved: 'Data updated.',
  windowNotSaved: 'Error Occured Data not updated.',
  /** Confirmed by the number of students that are moved or archived (ADR 0018). */
  confirmPromotion: (notOver: string, count: number) =>
    `${notOver} Type ${count}, the number of students, to promote all the same.`,
  /** `endsOn` as people read it: of Term 3, before its last day. */
  yearNotOver: (term: number, endsOn: string | null) =>
    `${endsOn === null ? `The current term is Term ${term}` : `Term ${term} ends on ${endsOn}`}: the year is not over.`,
  promoted: 'Promotion Successful.',
  promotionFailed: 'Promotion Failed.',
  undone: 'Undo Successful.',
  undoFailed: 'Undo Promotion Failed.',
  registering: 'Registering Students...',
  registered: 'Students Registered Successfully.',
  registrationFailed: 'An Error has Occurred. Please contact Admin.',
  sessionsRange: 'A whole number from 0 to 999.',
  sessionsToSet: 'A whole number from 1 to 999.',
  neededByCurrent: (details: string) => `The current term needs ${details}.`,
  undoRegistration: 'Undo the registration?',
  classListsFile: (year: string) => `Class Lists ${year}.xlsx`,
} as const;

/** The steps of a new school, on its first screen. */
export const firstStepWordings = {
  title: 'First steps',
  term: 'Set the academic year, the term and its dates below.',
  subjects: 'Add the subjects.',
  teachers: 'Add the teachers, each with lessons, form class and deanery.',
  students: 'Upload the students, or add them one by one.',
  assignment: 'Assign the students to their subjects.',
  register: 'Press Register Students below: every student gets a report of the term.',
  done: 'Done',
  open: 'To do',
} as const;

/** What a change of the current term asks first. */
export const termChangeWordings = {
  change: (term: string) => `Change ${term}?`,
  makeCurrent: (term: string) => `Make ${term} the current term?`,
  becomesCurrent: (term: string, before: string) =>
    `Marks, remarks and attendance are entered for ${term} from then on. ${before} keeps what was entered.`,
  closesYear: (year: string) => `The terms of ${year} are closed: their marks and reports can be read and printed.`,
  registerNext: 'Students still have to be registered for it: Register Students.',
  dates:
    'Class registers and attendance reports follow the dates. Attendance of days outside of them is kept and not counted.',
  onCards: 'Report cards that are not posted show it, except of classes that have their own.',
  undo: 'It can be undone for 30 days under Recent changes.',
  registerCurrent: (chosen: string) => `${chosen} is not the current term yet`,
  setFirst: (chosen: string) =>
    `Students are registered for the current term. Set ${chosen} as the current term first?`,
  allRegistered: 'All students are registered already. Nothing was changed.',
} as const;

/** What the calls about terms and their dates refuse. */
export const termRefusals = {
  outsideYear: (day: string, year: string) => `${day} is not in ${year}.`,
  beginsTooEarly: (whose: string, day: string) => `New Term Beginning${whose} is ${day}, which is not after this term.`,
  daysOfOther: (term: string, days: string) => `${term} has some of these days: ${days}.`,
  madeCurrent: (by: string, term: string) => `${by} has made ${term} the current term. Please check, and save again.`,
  sixTermsOpen: 'Six terms of past years are open already. Please close one of them first.',
  sixAttendancesOpen: 'Attendance of six past terms is open already. Please close one of them first.',
  noDetails: 'This term has no details yet. Please enter its dates first.',
  isCurrent: (term: string) => `${term} is the current term. Make another one the current term first.`,
  hasMarks: (term: string, of: string) => `${term} cannot be deleted: there are term reports or marks of ${of}.`,
  wasPosted: (term: string) => `${term} cannot be deleted: its reports were posted.`,
  savedSince: 'This term was saved again afterwards.',
  closedThisMoment:
    'Somebody has just closed the term. The change would apply from the next open term. Please check, and try again.',
  closedForAMoment: 'The term was closed for a moment and is open again. Please try again.',
} as const;

/** What taking over the lessons of a year says. */
export const newYearWordings = {
  beingUndone: 'The take-over is being undone.',
  takenOver: (year: string, by: string) => `The lessons of ${year} were taken over already, by ${by}.`,
  hasLessons: (year: string) => `${year} has lessons already.`,
  notLatest: (year: string) => `${year} is not the latest year with lessons. Close this window and open it again.`,
  hasFormTeacher: (classId: string) => `${classId} has another form teacher already.`,
  hasMarks: (who: string, lesson: string) => `${who} ${lesson} has marks, and stays.`,
  leftClass: (classId: string) => `Is no longer in ${classId}. The subjects were not given back.`,
  subjectGone: (subject: string) => `${subject} has been deleted, and was not given back.`,
  stillTaken: 'The lessons are still being taken over.',
  nothingTaken: (year: string) => `Nothing was taken over for ${year}.`,
} as const;

/** What the promotion says: of its plan, of the file with the plan, and of a student whom it passes over. */
export const promotionWordings = {
  notAColumn: (place: string) => `${place} is not a column of the class lists and was left out.`,
  undoFirst: (year: string, by: string) => `The students of ${year} were promoted already, by ${by}. Undo that first.`,
  planFixed: (year: string, by: string) =>
    `${by} has begun the promotion of ${year}: the plan can no longer be changed.`,
  currentYear: (year: string) => `The current academic year is ${year} now.`,
  leftSchool: (student: string) => `${student} is no longer at the school.`,
  inOtherClass: (student: string, now: string, then: string) => `${student} is in class ${now} now, not in ${then}.`,
  decidedByOther: 'Another decision about this student was made since you opened the plan.',
  beingUndone: 'The promotion is being undone.',
  allDecidedSince: 'Somebody has changed all of these decisions afterwards.',
  decidedSince: (who: string, others: string) => `Somebody has decided otherwise about ${who}${others}.`,
  stillGoing: 'The promotion is still going on.',
  nothingToUndo: (year: string) => `There is no promotion of ${year} to undo.`,
  keptByUndo: 'Was promoted before; not changed.',
  leftBefore: 'Left the school before the promotion reached this student.',
  registeredSince: (year: string) => `Was registered for a term of ${year} afterwards.`,
  takenBackSince: (classId: string) => `Was taken back into class ${classId} afterwards.`,
  studentChangedSince: 'The student was changed afterwards.',
  changedSince: (classId: string) => `The student or the subjects were changed afterwards; now in class ${classId}.`,
  notCurrentStudent: 'No current student has this ID.',
  inClassNow: (now: string, then: string) => `Is in class ${now} now, not in ${then}.`,
  decidedSinceDownload: (what: string, by: string) => `Decided otherwise since the file was downloaded: ${what}${by}.`,
  dateNotClass: 'This is a date. A class or an ID is expected here.',
  noStudents: 'There are no students.',
} as const;

/** What the registration says: of its window, and of a student whom it or its undo passes over. */
export const termRegistrationWordings = {
  noClassOfLevel: 'The school has no class of this form level.',
  over: (term: string) => `${term} is over already.`,
  nothingToUndo: 'There is no finished registration of these students to undo.',
  promotedAfter: (year: string) => `Promoted at the end of ${year}.`,
  hasMarks: 'Marks or comments were entered.',
  hasReport: 'The term report was filled in.',
} as const;

/** What is said of a class that is missing, unknown or of another form level. */
export const classWordings = {
  choose: 'Choose a class.',
  name: 'Name a class.',
  tooMany: 'Too many classes.',
  ofOtherLevel: (classId: string) => `${classId} is not a class of this form level.`,
} as const;

/** What waits for the office, on the screen that its area opens with. */
export const dueWordings = {
  title: 'What is due',
  loading: 'Looking at what is due',
  nothing: 'Nothing waits for you.',
  notRegistered: (students: number, term: string): string =>
    `${pluralize(students, 'student is', 'students are')} not registered for ${term}. Press Register Students.`,
  notPosted: (term: string, ended: string): string =>
    `The reports of ${term} are not posted. The term ended on ${ended}.`,
  marks: (term: string, due: string): string => `Marks and remarks of ${term} are due by ${due}.`,
  withoutTeacher: (what: string): string => `${what} without a teacher.`,
} as const;

/** Sentences of the screens that several places or the tests say. */
export const schoolScreenWordings = {
  termsSoFar: 'Terms so far',
  noTermYet: 'No term yet',
  setTermFirst: 'The academic year and its term are set under Current Term.',
  registrationsByClass: 'Registrations by class',
  makingTermReports: 'Making term reports',
  noStudentsToRegister: 'There are no students here to register.',
  studentsAndWhereTheyGo: 'Students and where they go',
  repeatTheClass: 'Repeat the class',
  undoingThePromotion: 'Undoing the promotion',
  takeOverLessons: 'Take Over Lessons',
  leftAsItWas: 'Left as it was',
  toAnotherClass: 'To another class',
  proposedToRepeatNotDecided: 'Proposed to repeat, not decided',
  classesOfTheComingYear: 'Classes of the coming year',
  uploadClassLists: 'Upload class lists',
  byTheRule: 'By the rule',
} as const;

/** The whole school in a file: the window of those who manage administrators. */
export const wholeSchoolWordings = {
  title: 'School in a File',
  noneYet: 'No file yet',
  whatItIs:
    'One zip with everything: workbooks of students, teachers, marks and attendance, every record, every file, and the history. Passwords and sign-ins are not in it.',
  stopped: 'It stopped before its end. Press Continue to go on. If it stops again, ask your IT officer.',
  notStarted: 'The file was not begun.',
  deleted: 'The file was deleted after its days. Make it again.',
  download: (bytes: number) =>
    `Download, ${bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`}`,
  signedBy: 'Signed by the key',
  care: 'Write the key down, apart from the file. The file has every mark and every address of the school.',
} as const;
