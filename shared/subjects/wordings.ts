/** The wordings of product §5 and §8 for the Subjects screen. */
export const studentSubjectsWordings = {
  subjectUpdated: 'Update Successfull',
  subjectAdded: 'Subject Added',
  subjectNotSaved: 'An Error Occured.',
  subjectDeleted: (title: string): string => `${title} deleted`,
  subjectNotDeleted: 'An error has occured. Subject cannot be deleted',
  assigned: (students: number): string => `${students} Student(s) Assigned`,
  notAssigned: 'An error has occured.',
  noneToAssign: 'No students selected for assignment',
  noneToDelete: 'No Students selected to delete',
  studentsDeleted: (students: number): string => (students === 1 ? 'Student Deleted.' : `${students} Students Deleted`),
  askForLesson: 'Ask a colleague who has the menu Teachers to add the lesson.',
  addLesson: 'Add it under Teachers: Lessons, New Lesson',
  noneFound: 'No subject found',
} as const;

export const noSuchSubject = 'There is no such subject.';

/** What giving a subject to students, and taking it away, refuses or passes over. */
export const assignmentWordings = {
  otherTeacher: (student: string) => `${student} has another teacher in this subject by now.`,
  notTaught: (subject: string, level: string, year: string) =>
    `${subject} is not taught in ${level} in ${year}. Add a lesson of it first.`,
  noSuchTeacherHere: 'There is no such teacher at the school.',
  teacherDoesNotTeach: (teacher: string, year: string) => `${teacher} does not teach this subject in ${year}.`,
  noSuchLevel: 'The school has no such form level.',
  givenNow: 'A lesson or a student was given it a moment ago.',
  lessonsOf: (year: string, classes: string) => `Lessons of ${year}: ${classes}.`,
  testsOf: (count: number, classId: string, day: string) => `Weekly tests: ${count}, the last in ${classId} on ${day}.`,
  stillAssigning: 'These students are still being assigned. Please undo this when that is over.',
  otherTeacherSince: 'Was given another teacher afterwards.',
  classChangedSince: (classId: string) => `Was moved to class ${classId} afterwards.`,
  marksSince: 'Marks were entered afterwards.',
  subjectDeletedSince: 'The subject was deleted afterwards. Restore it first.',
  allChangedSince: 'Everything was changed afterwards, and can no longer be undone.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const subjectScreenWordings = {
  addNewSubject: 'Add New Subject',
} as const;
