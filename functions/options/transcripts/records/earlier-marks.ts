import type { EarlierAttendance, EarlierMark } from '#shared/options/transcripts/earlier-marks.ts';
import { entity } from '../../../platform/table/entity.ts';
import { undoableActions } from '../../../platform/undo/undoable-actions.ts';

/** A student's marks and attendance of terms before the school used this program. */
export interface EarlierMarksItem {
  studentId: string;
  /** From 1; another one after each change. */
  version: number;
  marks: EarlierMark[];
  attendance: EarlierAttendance[];
}

export const EarlierMarksEntity = entity<EarlierMarksItem>()({
  name: 'earlier-marks',
  pk: 'earlier-marks#${studentId}',
  sk: 'marks',
});

export const earlierMarksKey = (studentId: string) => EarlierMarksEntity.key({ studentId });

interface EarlierMarksImported {
  kind: 'earlier marks imported';
  details: { students: number; marks: number };
}

/** Imports of earlier marks, which can be undone. */
export const undoableEarlierMarks = undoableActions<EarlierMarksImported>('earlier-marks');
