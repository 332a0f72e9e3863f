import type { RecordKey, SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { ReportKey } from '../../marks/records/term-report.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { ClassSettings } from '../../school/records/periods.ts';
import type { SubjectChanges } from '../../students/records/placement/subject-changes.ts';

/** An act, with everything that its undo needs. */
export type UndoableReportChange =
  | {
      kind: 'subject record deleted';
      details: { key: RecordKey; record: SubjectRecordItem | null; isListed: boolean };
    }
  | { kind: 'term report deleted'; details: ReportKey & { classId: string } }
  | {
      kind: 'class changed';
      details: {
        studentId: string;
        from: string;
        to: string;
        teachers: Record<string, string>;
        /** The mark book pages of the student's lines, by subject. */
        pages?: Record<string, string>;
        /** What was taken up and given up with the class. */
        along?: SubjectChanges;
      };
    }
  | {
      kind: 'setting changed';
      details: {
        year: number;
        term: 1 | 2 | 3;
        setting: keyof ClassSettings;
      };
    };

/** The acts of Edit / View Term Reports that can be undone. */
export const undoableTermReportActs = undoableActions<UndoableReportChange>('term-reports');

/** A change of class belongs to no term: it is listed with every term. */
export function isOfTerm(change: UndoableReportChange, { year, term }: { year: number; term: number }): boolean {
  const of = termOf(change);
  return of === null || (of.year === year && of.term === term);
}

function termOf({ kind, details }: UndoableReportChange): { year: number; term: number } | null {
  switch (kind) {
    case 'subject record deleted':
      return details.key;
    case 'term report deleted':
      return details;
    case 'setting changed':
      return details;
    case 'class changed':
      return null;
  }
}
