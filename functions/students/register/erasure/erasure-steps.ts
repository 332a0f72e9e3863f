import { maxStudentsPerScan } from '../../../platform/table/erase-rows.ts';

/** Segments of the table scan: after ten years each has some 150 MB, which are read in ten seconds. */
export const tableParts = 8;

/** The steps of an erasure, each a batch of its run. The first decides: unless it was done, the others do nothing. */
export const erasureSteps = [
  'record',
  'files',
  ...Array.from({ length: tableParts }, (_, segment) => `rows ${segment}`),
] as const;

/**
 * A step of the run that erases many: a student's record, a student's files, or the rows of some students in a segment
 * of the table.
 */
type EraseDueStep =
  | { kind: 'record' | 'files'; student: string }
  | { kind: 'rows'; segment: number; students: string[] };

/** Each step is a batch. The records come first and decide; the table is scanned once for each group of students. */
export function planEraseDueSteps(students: readonly string[]): string[][] {
  const groups = Array.from({ length: Math.ceil(students.length / maxStudentsPerScan) }, (_, group) =>
    students.slice(group * maxStudentsPerScan, (group + 1) * maxStudentsPerScan),
  );
  const steps: EraseDueStep[] = [
    ...students.map((student) => ({ kind: 'record' as const, student })),
    ...students.map((student) => ({ kind: 'files' as const, student })),
    ...groups.flatMap((some) =>
      Array.from({ length: tableParts }, (_, segment) => ({ kind: 'rows' as const, segment, students: some })),
    ),
  ];
  return steps.map((step) => [JSON.stringify(step)]);
}

export const parseEraseDueStep = (row: string): EraseDueStep => JSON.parse(row) as EraseDueStep;
