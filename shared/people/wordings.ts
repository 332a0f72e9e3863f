export const noSuchTeacher = 'There is no such teacher.';

/** What saving lessons and classes says. */
export const lessonWordings = {
  saving: 'Saving',
  saved: 'Saved',
  failed: 'Error Occured',
  chooseSubjectAndClass: 'Choose a subject and a class.',
  noSuchTeacher: 'No such teacher.',
  chooseTeacher: 'Choose a teacher',
} as const;

/** What the calls about lessons, classes and hand-overs refuse. */
export const lessonRefusals = {
  deletedAlready: 'This lesson has been deleted already.',
  changedByOther: 'This lesson has been changed since you opened it.',
  deletedByOther: 'This lesson has been deleted since you opened it.',
  doesNotTeach: (teacher: string) => `${teacher} does not teach this any more.`,
  noLongerTeaches: (teacher: string, what: string) => `${teacher} no longer teaches ${what}.`,
  archived: (teacher: string) => `${teacher} is archived and takes no lessons.`,
  archivedTeacher: (first: string, last: string) => `${first} ${last} is archived and takes no lessons or classes.`,
  restored: (first: string, last: string) =>
    `${first} ${last} was restored in the meantime, and has these lessons and classes.`,
  givenBack: (teacher: string) => `${teacher} has been given this again.`,
  otherClasses: (teacher: string) => `${teacher} has been given other classes of this subject and form.`,
  nobodyToHandOverTo: 'There is no such teacher to hand the lessons over to.',
  chooseOther: 'Choose another teacher.',
  busy: 'Others are changing these lessons. Please try again.',
  changedSince: 'These lessons were changed afterwards, and this can no longer be undone.',
  yearOver: (year: string) => `${year} is over. Its lessons and classes can no longer be changed.`,
  twoForms: (classId: string, other: string) =>
    `${classId} and ${other} are in different forms: each form has a lesson of its own.`,
  lessonEachClass: 'Below form 4 each class has a lesson of its own.',
  notDean: (teacher: string, classId: string) =>
    `${teacher} is no longer dean of ${classId}: somebody else has been given the class.`,
  oneFormTeacher: (teacher: string, classId: string) =>
    `${teacher} is form teacher of ${classId}. A class has one form teacher.`,
  listedAlready: (lesson: string) => `${lesson} is in the list already. Change its classes there.`,
  tooManyLessons: 'Too many lessons.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const peopleScreenWordings = {
  stopWaitingForHour: 'Let everybody sign in for an hour',
  allowTwoMoreTries: 'Allow two more tries',
  handOverTo: 'Hand over to',
  resetSecondFactor: 'Reset second factor',
  withoutATeacher: 'Without a teacher',
  notUsedYet: 'Not used yet',
  classesWithoutAFormTeacher: 'Classes without a form teacher',
} as const;
