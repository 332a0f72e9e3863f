import { attendanceWordings } from '../../attendance/wordings.ts';

/** Absence notes of families: on their page and in the register. */
export const familyNoteWordings = {
  firstAfterLast: attendanceWordings.firstAfterLast,
  chooseReason: 'Choose a reason.',
  sayWhy: 'Say in a few words why.',
  writeSomething: 'Write something.',
  tooLong: (most: number) => `At most ${most} characters.`,

  // the families' page
  about: 'Tell the school about an absence, beforehand or afterwards. The form teacher reads the note.',
  none: 'No absence notes yet.',
  sent: 'The note is sent. It waits for the form teacher.',
  isWithdrawn: 'The note is withdrawn.',
  answered: 'The answer is sent.',
  chooseDays: 'Choose the first and the last day.',
  accepted: (by: string | null, excused: string) => `Accepted by ${by ?? 'the school'}: ${excused}.`,
  leftDay: (day: string, reason: string) => `Not changed on ${day}: ${reason}`,

  // the register
  noneOfClass: 'No notes of families wait.',
  waitsForFamily: 'Waiting for the family',
  isAccepted: attendanceWordings.isInRegister,
  isAsked: 'The question is on the family’s page.',
  states: { sent: 'Waiting for the school', asked: 'The school asks', accepted: 'Accepted', withdrawn: 'Withdrawn' },
} as const;

/** Why the server refuses what is done with such a note, and what it writes of one. */
export const familyNoteRefusals = {
  noSchoolOnDays: 'There is no school on these days, or their term has no dates yet.',
  tooManyDays: (most: number) => `At most ${most} school days at once. Send a note for each part.`,
  twoTerms: 'These days are in two terms. Send a note for each.',
  closed: 'The school no longer changes the attendance of these days. Please speak to the form teacher.',
  tooManyOpen: (most: number) => `${most} notes wait already. Withdraw one, or wait until the school has answered.`,
  tooManyMessages: 'There are too many questions on this note. Please speak to each other.',
  noNote: 'There is no such absence note.',
  withdrawn: 'The family has withdrawn this note.',
  acceptedAlready: (by: string) => `${by} has accepted this note already.`,
  changed: 'This note has changed since you opened it. Look at it again.',
  notAsked: 'The school waits for no answer to this note.',
  noPicture: 'This note has no picture.',
  /** The reason of the change in the trail of each day. */
  source: (day: string) => `Family note of ${day}`,
  leftPresent: 'Was present.',
  leftExplained: (by: string | null) => `${by ?? 'Somebody'} has entered a reason.`,
} as const;
