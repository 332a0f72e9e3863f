import { entity } from '../../../platform/table/entity.ts';
import { inOpenTerm } from '../../../school/records/open-terms.ts';
import type { Term } from '../../../school/records/term-locks.ts';

/** What is said of the meeting of a class's council in a term. */
export interface ClassCouncilItem extends Term {
  classId: string;
  /** yyyy-MM-dd. */
  heldOn?: string | undefined;
  /** Names, one a line: they stay as they were when somebody is renamed. */
  present?: string | undefined;
  others?: string | undefined;
  remarks?: string | undefined;
}

export const ClassCouncilEntity = entity<ClassCouncilItem>()({
  name: 'class-council',
  pk: 'class-councils#${year}#${term}#${classId}',
  sk: 'council',
  guard: inOpenTerm,
});

/** The meeting as calls answer it. */
export const toMeeting = (meeting: ClassCouncilItem | undefined) => ({
  held_on: meeting?.heldOn ?? null,
  present: meeting?.present ?? null,
  others: meeting?.others ?? null,
  remarks: meeting?.remarks ?? null,
});

/** What a council notes of a student. It is the student's: it follows a change of class, and goes with an erasure. */
export interface CouncilNoteItem extends Term {
  studentId: string;
  note?: string | undefined;
  /** Display name of the person who wrote it, and when, UTC. */
  noteBy?: string | undefined;
  noteAt?: string | undefined;
}

export const CouncilNoteEntity = entity<CouncilNoteItem>()({
  name: 'council-note',
  pk: 'student#${studentId}',
  sk: 'council-note#${year}#${term}',
  guard: inOpenTerm,
});

/** Names the meeting in the audit trail. */
export const councilAuditSubject = ({ year, term, classId }: Pick<ClassCouncilItem, 'year' | 'term' | 'classId'>) =>
  `class-council#${year}#${term}#${classId}`;

/** The same for a note: it is in no history of a report, which those who hold no council may see. */
export const councilNoteAuditSubject = ({
  studentId,
  year,
  term,
}: Pick<CouncilNoteItem, 'studentId' | 'year' | 'term'>) => `student#${studentId}#${year}#${term}#council`;
