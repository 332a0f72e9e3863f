import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import type { SaveTarget } from '../../../outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  hasPartialShape,
  isNumber,
  isTerm,
  isText,
  isTextOrBlank,
} from '../../../outbox/save-kind.ts';

const ofClass = { class_id: isText, year: isNumber, term: isTerm };
const isClass = hasExactShape(ofClass);
const isStudent = hasExactShape({ ...ofClass, student_id: isText });
const isMeeting = hasPartialShape({
  held_on: isTextOrBlank,
  present: isTextOrBlank,
  others: isTextOrBlank,
  remarks: isTextOrBlank,
});
const isNote = hasExactShape({ note: isTextOrBlank });
const isDecision = hasExactShape({ decision: isTextOrBlank });

/** What is said of the meeting. */
export const meetingSaveKind = defineSaveKind(signOffContract.saveClassCouncil, {
  name: 'classCouncil',
  version: 1,
  failure: wordings.notSaved,
  labels: {
    held_on: wordings.heldOn,
    present: wordings.present,
    others: wordings.others,
    remarks: wordings.remarks,
  },
  read: ({ record, fields, was }) =>
    isClass(record) && isMeeting(fields) && isMeeting(was) ? { ...record, ...fields, was } : undefined,
});

/** The note on a student. */
export const noteSaveKind = defineSaveKind(signOffContract.saveClassCouncil, {
  name: 'councilNote',
  version: 1,
  failure: wordings.notSaved,
  labels: { note: wordings.note },
  read: ({ record, fields, was }) =>
    isStudent(record) && isNote(fields) && isNote(was) ? { ...record, ...fields, was } : undefined,
});

/** The decision about a student, which is saved by itself. */
export const decisionSaveKind = defineSaveKind(signOffContract.saveClassCouncil, {
  name: 'councilDecision',
  version: 1,
  failure: wordings.notSaved,
  labels: { decision: wordings.decision },
  read: ({ record, fields, was }) =>
    isStudent(record) && isDecision(fields) && isDecision(was) ? { ...record, ...fields, was } : undefined,
});

interface OfClass {
  class_id: string;
  year: number;
  term: 1 | 2 | 3;
}

export const meetingTarget = ({ class_id, year, term }: OfClass): SaveTarget =>
  meetingSaveKind.target({
    names: [class_id, year, term],
    record: { class_id, year, term },
    about: wordings.councilOf(class_id),
  });

interface OfStudent {
  student_id: string;
  name: string;
}

const studentTarget =
  (kind: typeof noteSaveKind) =>
  ({ class_id, year, term }: OfClass, { student_id, name }: OfStudent): SaveTarget =>
    kind.target({ names: [student_id, year, term], record: { class_id, year, term, student_id }, about: name });

export const noteTarget = studentTarget(noteSaveKind);
export const decisionTarget = studentTarget(decisionSaveKind);
