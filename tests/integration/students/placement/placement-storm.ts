import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { addStudents, term, year, yearId } from '../../../support/school/small-school.ts';
import { placementFaults, type SavedValue } from './placement-faults.ts';

/** The teacher of Mathematics in each of the two classes between which the students go to and fro. */
const teachers = { '1A': 'T1', '1B': 'T2' } as const;
type ClassId = keyof typeof teachers;
/** Milliseconds within which the saves of a round are sent. */
const spread = 60;
const grades = ['A', 'B', 'C', 'D', 'E'] as const;

/** What became of the saves beside the changes of class. */
export interface PlacementStorm {
  saves: number;
  acknowledged: number;
  /** Changes of class that were carried out. */
  moved: number;
  /** Acknowledged values that are not where they belong, and students in two classes or in none. */
  faults: string[];
}

/**
 * Over the gateway: eight saves for a student at once, and beside them a change of the student's class; then a look
 * whether each acknowledged value is in the class that the student is in, and in no other. Again, until so many saves
 * were sent.
 */
export async function placementStorm({ url, saves }: { url: string; saves: number }) {
  const admin = await clientOfAccount(url, 'A1');
  const studentIds = ['a', 'b', 'c', 'd'].map((lane) => `P-${lane}`);
  await addStudents('1A', studentIds);
  await addAssessments(admin);
  const storm: PlacementStorm = { saves: 0, acknowledged: 0, moved: 0, faults: [] };

  const lane = async (studentId: string) => {
    let classId: ClassId = '1A';
    for (let round = 1; storm.saves < saves; round += 1) {
      const to: ClassId = classId === '1A' ? '1B' : '1A';
      const sent = savesOf({ studentId, classId, round });
      storm.saves += sent.length;
      const [moved, ...answers] = await Promise.all([
        admin.call(termReportsContract.changeClass, { student_id: studentId, class_id: to }),
        ...sent.map(async ({ save }) => {
          // A change of class reads more than a save: without this most saves would be over before it writes.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * spread));
          return save(admin);
        }),
      ]);
      const acknowledged = sent.filter((_, index) => answers[index] === 200);
      storm.acknowledged += acknowledged.length;
      if (moved.status === 200) {
        storm.moved += 1;
        classId = to;
      }
      const strange = [moved.status, ...answers].filter((status) => ![200, 403, 404, 409].includes(status));
      const faults = await placementFaults({ studentId, year, term, saved: acknowledged.map(({ value }) => value) });
      storm.faults.push(...faults, ...strange.map((status) => `${studentId} was answered ${status}`));
    }
  };
  await Promise.all(studentIds.map(lane));
  return storm;
}

interface Sent {
  value: SavedValue;
  save: (client: TestClient) => Promise<number>;
}

/** Eight saves that differ from those of the round before in every value. */
function savesOf({ studentId, classId, round }: { studentId: string; classId: ClassId; round: number }): Sent[] {
  const ofStudent = { student_id: studentId, year, term };
  const record = (subjectId: string, field: SavedValue['field'], input: Record<string, unknown>): Sent => ({
    value: { subjectId, field, value: Object.values(input)[0] as string | number },
    save: async (client) =>
      (await client.call(markSheetContract.saveSubjectRecord, { ...ofStudent, subject_id: subjectId, ...input }))
        .status,
  });
  const page = {
    employee_id: teachers[classId],
    subject_id: 'MATH',
    academic_year_id: yearId,
    form_class_id: classId,
    student_id: studentId,
    term,
  };
  const grade = grades[round % grades.length] as (typeof grades)[number];
  return [
    record('MATH', 'exam', { exam_mark: round % 70 }),
    record('MATH', 'comment', { comment: `Mathematics ${round}` }),
    record('MATH', 'application', { app: grade }),
    record('MATH', 'timesLate', { late: round % 50 }),
    record('ENGL', 'exam', { exam_mark: round % 70 }),
    record('ENGL', 'comment', { comment: `English ${round}` }),
    {
      value: { subjectId: 'MATH', field: 'assessment 1', page: `${year}#${term}#MATH#${classId}`, value: round % 100 },
      save: async (client) =>
        (await client.call(markBookContract.saveMark, { ...page, assesment_number: 1, mark: round % 100 })).status,
    },
    {
      value: { subjectId: null, field: 'formTeacherComments', value: `Round ${round}` },
      save: async (client) =>
        (await client.call(termReportsContract.saveTermReport, { ...ofStudent, comments: `Round ${round}` })).status,
    },
  ];
}

async function addAssessments(admin: TestClient): Promise<void> {
  for (const [classId, employee_id] of Object.entries(teachers)) {
    const page = { employee_id, subject_id: 'MATH', academic_year_id: yearId, form_class_id: classId, form_level: 1 };
    const assessment = { ...page, term, assesment_number: 1, topic: 'Test', date: null, total: 100 };
    const { status } = await admin.call(markBookContract.saveAssessment, assessment);
    if (status !== 200) throw new Error(`The assessment of ${classId} was answered ${status}`);
  }
}
