const firstAfterLast = 'The first day comes before the last.';

/**
 * Sentences of attendance that are used in more than one place or by the server. Fixed ones (product
 * §5, §8) are prescribed.
 */
export const attendanceWordings = {
  isInRegister: 'The absence is in the register of these days.',
  // fixed to the letter
  onlyWithAbsence: 'Please note only attendance records with at least one present session can be deleted.',
  deleted: (count: number) => `${count} Attendance records deleted.`,
  notDeleted: 'An Error Occured.',
  notDeletedOf: (days: number): string => (days === 1 ? '1 is still there.' : `${days} are still there.`),
  selectClassAndDate: 'Please Select Class and Date.',
  selectDate: 'Please Select Date.',
  selectClass: 'Please Select Class',
  termDatesSaved: (term: number) => `Term ${term} term dates saved successfully.`,
  termDatesNotSaved: (term: number) => `Error occured, ${term} term dates not saved.`,
  updating: 'Updating please wait...',
  updated: 'Update complete.',
  updateFailed: 'An error has occured.',

  // days
  notInTerm: 'This day is not in a term.',
  notInSameTerm: 'This day is not in the same term.',
  usuallyNoSchool: 'The school’s calendar has no school on these days. Set each of them separately.',
  whyClosed: 'Give a reason for closing the day.',
  firstAfterLast,
  limitsInOrder: '“Late after”, “Morning until” and “Afternoon until” must be in this order.',
  afternoonInOrder: '“Afternoon from”, “Afternoon late after” and “Afternoon until” must be in this order.',
  oneLine: 'Enter the text on one line.',
  aTime: 'A time such as 08:05.',
  stillToCome: 'This day is in the future.',
  noSchoolOnDays: 'There is no school on these days.',
  archived: 'This day is in the archive and can no longer be changed.',
  mostDays: (days: number) => `At most ${days} days at once.`,
  noSchoolOn: (why: string) => `There is no school on this day: ${why}.`,
  setByOther: (by: string, day: string, what: string) => `${by} has set ${day} since you opened it: ${what}.`,
  noneOlder: (years: number) => `No attendance is older than ${years} years.`,

  // terms
  noTermDates: 'This term has no dates yet. Set them in Attendance - Set Term.',
  termNotBegun: 'This term has not begun yet.',
  termDatesChanged: 'The dates of the terms have changed. Open the day again.',

  // people's entries
  whyEarlierDay: 'Give a reason for changing an earlier day.',
  giveReason: 'Give a reason.',
  leftSchool: 'This student is no longer at the school.',
  notInClassThen: 'This student was not in this class on that day.',
  eachStudentOnce: 'A student is listed twice.',
  sessionNotHeld: 'This session is not held on this day.',
  lateInMorning: 'This student arrived in the morning: mark Late there.',
  outBeforeIn: 'The time out is before the time in.',
  oneStudentAtATime: 'Delete the records of one student at a time.',
  recordsGone: 'These records no longer exist.',
  pastAbsence: 'This day is past. Correct the day itself.',
  absenceWithdrawn: 'This absence notice has been withdrawn already.',
  deanReadsOnly: 'The form teacher and the office register this class.',
  /** Part of saves that devices keep: in other words a repeated save would be another request (rule 54). */
  enteredOffline: 'Said on the day, and saved when the device had a network again.',
  notUsed: 'This school does not use attendance.',
  notSaved: 'The register could not be saved.',
  inClassNow: (classId: string) => `This student is in ${classId} now.`,
  enteredAlready: (by: string | null) => `${by} has entered this already.`,
  /** To a subject teacher, on an earlier day. */
  registersDays: (daysBefore: number) =>
    `You can register today${daysBefore === 0 ? '' : ` and ${daysBefore === 1 ? 'the day' : `${daysBefore} days`} before`}. The form teacher or the office changes an earlier day.`,
  absenceTooLong: (days: number) => `At most ${days} school days at once. Enter a longer absence in parts.`,
  otherReason: (lines: readonly string[]) => `These days already have another reason. ${lines.join('. ')}.`,

  // undo
  stillRunning: 'This is still being carried out. Undo it when it is over.',
  rowChangedSince: 'Was changed afterwards.',
  rowArchived: 'In the archive.',

  // scans
  noScans: 'The file has no scans: an id and a time in each row.',
  columnLeftOut: (place: string) => `${place} is neither an id nor a time, and was left out.`,
  columnsReadAs: (id: string, when: string) =>
    `There are no headings: ids are read from column ${id}, times from ${when}.`,
  sheetLeftOut: (name: string) => `Sheet “${name}” has scans too, and was left out: import it as a file of its own.`,
  notAnId: 'Not a student ID.',
  notATime: 'Not a time such as 01/10/2025 07:50.',
  openOrder: 'It is not certain which number is the day and which the month.',
  tooLongAgo: 'More than two years ago.',
  inTheFuture: 'In the future.',
  inTheArchive: 'In the archive',
  attendanceClosed: 'Attendance is closed',
  noSchool: 'No school',
  noSuchImport: 'There is no such import.',
  nameIt: 'Enter a name.',

  // term reports and lists
  noReport: 'This student is not registered for the current term.',
  nobodyRegistered: 'Nobody is registered for this term.',
  hasLeft: 'Has left the school.',
  noneTaken: 'No attendance was taken.',
  noSchoolHeld: 'There was no school on these days, or they are in the future.',
  /** "Times absent 4 (counted 6) was typed by Mona Núñez." */
  typedStays: (what: string, { typed, counted, by }: { typed: number | null; counted: number; by: string }) =>
    `${what} ${typed ?? 'blank'} (counted ${counted}) was typed by ${by}.`,
  reversed: 'The first date is after the last.',
  tooLong: 'A report covers at most 400 days.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const attendanceScreenWordings = {
  theWholeClass: 'The whole class',
  theDayIs: 'The day is',
  reasonForClosing: 'Reason for closing',
  attendanceArchive: 'Attendance - Archive',
  theArchiveIsComplete: 'The archive is complete.',
  backToTheList: 'Back to the list',
  daysOfTheTerm: 'Days of the term',
  aSchoolDay: 'A school day',
  fileOfScans: 'File of scans',
  attendanceClass: 'Attendance - Class',
  attendanceStudent: 'Attendance - Student',
  attendanceLateList: 'Attendance - Late List',
  attendanceSummaryStatistics: 'Attendance - Summary Statistics',
  attendanceSetTerm: 'Attendance - Set Term',
  attendanceUpdateTermReports: 'Attendance - Update Term Reports',
  undoLastUpdate: 'Undo Last Update',
  pleaseSelectStudent: 'Please Select Student.',
  laterSchoolDay: 'Later school day',
  nameClassOrStudentId: 'Name, class or student ID',
} as const;
