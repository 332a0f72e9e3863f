import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { archiveRoster, requireStudent, StudentEntity, studentKey } from '../../students/records/store.ts';
import { toStudentOfDocument } from './document-content.ts';
import { toDocumentRow } from './document-row.ts';
import { readTranscripts } from './read-transcripts.ts';
import { listDocumentsOfStudent } from './records/issued-documents.ts';

export const listTranscriptStudents = callHandler(transcriptsContract.listTranscriptStudents, {
  handle: async ({ input: { class_id: classId } }) => {
    if (classId === undefined) return listWhoLeft();
    requireFormLevel(classId);
    const students = await listStudentsOfClass(classId);
    return students.map((student) => ({
      student_id: student.studentId,
      name: lastFirst(student),
      class_id: student.classId,
      left_on: null,
    }));
  },
});

async function listWhoLeft() {
  const archived = await StudentEntity.queryBy(
    'classList',
    { roster: archiveRoster },
    { only: ['studentId', 'lastName', 'firstName', 'classId', 'date_of_leaving'] },
  );
  return archived
    .map((student) => ({
      student_id: student.studentId,
      name: lastFirst(student),
      class_id: student.classId,
      left_on: student.date_of_leaving ?? null,
    }))
    .sort((a, b) => (b.left_on ?? '').localeCompare(a.left_on ?? '') || a.name.localeCompare(b.name));
}

export const readTranscript = callHandler(transcriptsContract.readTranscript, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found, input: { student_id: studentId } }) => {
    const student = toStudentOfDocument(requireStudent(found.student));
    const [plans, documents] = await Promise.all([readTranscripts([studentId]), listDocumentsOfStudent(studentId)]);
    const { terms = [], leftOut = [] } = plans.get(studentId) ?? {};
    return {
      student: {
        student_id: student.id,
        name: student.name,
        class_id: student.classId,
        date_of_birth: student.dateOfBirth,
        entered_on: student.enteredOn,
        left_on: student.leftOn,
      },
      terms: terms.map(({ year, term, title, classId, average, source, postedOn, subjects, attendance }) => ({
        year,
        term,
        title,
        class_id: classId,
        average,
        source,
        posted_on: postedOn,
        subjects,
        attendance,
      })),
      left_out: leftOut,
      documents: documents.map(toDocumentRow),
    };
  },
});
