import { pluralize } from '../../pluralize.ts';
import type { SignedSubjectField, Stage } from './stages.ts';

/** What each stage is called where a report waits for it, and once it is signed. */
export const stageWords: Readonly<Record<Stage, { who: string; signed: string; act: string }>> = {
  'form teacher': { who: 'Form teacher', signed: 'Done', act: 'Mark as done' },
  dean: { who: 'Dean', signed: 'Approved', act: 'Approve' },
  principal: { who: 'Principal', signed: 'Signed', act: 'Sign' },
};

const subjectFieldWords: Readonly<Record<SignedSubjectField, string>> = {
  course: 'Course mark',
  exam: 'Exam mark',
  total: 'Total',
  timesLate: 'Times late',
  timesAbsent: 'Times absent',
  application: 'Application',
  conduct: 'Conduct',
  comment: 'Comment',
};

/** Words of signatures, for server and screens. */
export const signOffWordings = {
  fieldOfSubject: (field: SignedSubjectField, title: string) => `${subjectFieldWords[field]} of ${title}`,
  subjectAdded: (title: string) => `${title} was added`,
  subjectTakenOff: (title: string) => `${title} was taken off`,
  changedSince: (count: number) =>
    `${pluralize(count, 'report')} ${count === 1 ? 'has' : 'have'} changed since you looked, or somebody else has signed. Nothing is signed: please look again.`,
  notReady: (stage: Stage, count: number) =>
    `${pluralize(count, 'report')} ${count === 1 ? 'waits' : 'wait'} for the ${stage} first. Nothing is signed.`,
  signedAfter: (stage: Stage) =>
    `The ${stage} has signed since: the ${stage} takes that back first. What is changed on a report falls back by itself.`,
} as const;
