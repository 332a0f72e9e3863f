import { foldName, subjectColumn } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { createIdFinder } from '#shared/students/id-finder.ts';
import { withoutDecimal } from '../reading/cell-text.ts';
import { type FileRow, formulaFaultOf, judgedRow } from './file-rows.ts';
import { lessonKeyOf } from './judge-lessons.ts';
import type { JudgedRow } from './judged-row.ts';
import type { NameResolver } from './names.ts';

/** A student of the school once the file is stored. */
export interface StudentAfter {
  studentId: string;
  firstName: string;
  lastName: string;
  classId: string;
  isArchived: boolean;
}

interface Judging {
  students: readonly StudentAfter[];
  resolve: NameResolver['resolve'];
  knows: NameResolver['knows'];
  /** The teacher that a student has in a subject: null for that of the class, undefined where it is not taken. */
  takenWith: (studentId: string, subjectId: string) => string | null | undefined;
  taught: ReadonlySet<string>;
  nameOf: (employeeId: string) => string;
  titleOf: (subjectId: string) => string;
}

/** Names a student's subject. */
export const takerKeyOf = (studentId: string, subjectId: string): string => `${studentId} ${subjectId}`;

const noTick = /^(?:[-–—.✗✘×]|0|n|no|none|false|nil|n\/a)?$/i;
const tick = /^(?:[xy*•✓✔√☑1]|yes|true|ok|takes|yes\.?)$/i;

/** The subjects of a cell, with commas or semicolons between them. A known title may have a comma of its own. */
export function subjectsOfCell(cell: string, isKnown: (text: string) => boolean): string[] {
  return cell.split(';').flatMap((text) => {
    const parts = text.split(',').map((part) => part.trim());
    const subjects: string[] = [];
    for (let from = 0; from < parts.length; ) {
      let to = parts.length;
      while (to > from + 1 && !isKnown(parts.slice(from, to).join(', '))) to -= 1;
      const subject = parts.slice(from, to).join(', ');
      if (subject !== '') subjects.push(subject);
      from = to;
    }
    return subjects;
  });
}

/** Judges who takes what: a row a student and subject, or subjects across with a tick. */
export function judgeTakers(rows: readonly FileRow[], judging: Judging): JudgedRow[] {
  const { students, resolve } = judging;
  const byId = new Map(students.map((one) => [one.studentId, one]));
  const findId = createIdFinder(byId.keys());
  const byName = Map.groupBy(
    students.flatMap((one) => [
      [`${one.classId} ${foldName(`${one.firstName} ${one.lastName}`)}`, one] as const,
      [`${one.classId} ${foldName(`${one.lastName} ${one.firstName}`)}`, one] as const,
    ]),
    ([name]) => name,
  );
  const given = new Set<string>();

  const findStudent = (of: FileRow): { student: StudentAfter } | { note: string; field?: string } => {
    const id = withoutDecimal(of.text('student_id'));
    if (id !== '') {
      const { exact, near } = findId(id);
      const found = byId.get(exact ?? (near.length === 1 ? (near[0] ?? '') : ''));
      return found ? { student: found } : { note: wordings.noSuchStudent, field: 'student_id' };
    }
    const written = of.text('class') || (of.placeClass ?? '');
    if (written === '')
      return { note: wordings.required('Class'), ...(of.fields.includes('class') ? { field: 'class' } : {}) };
    const formClass = resolve('class', written);
    if ('reason' in formClass) return { note: formClass.reason, field: 'class' };
    const named = new Set((byName.get(`${formClass.id} ${foldName(of.text('name'))}`) ?? []).map(([, one]) => one));
    const [student] = named;
    if (!student) return { note: wordings.noSuchStudent, field: 'name' };
    return named.size === 1 ? { student } : { note: wordings.severalStudents, field: 'name' };
  };

  const judgeOne = (of: FileRow, field: string, subject: string, student: StudentAfter): JudgedRow => {
    const name = `${student.firstName} ${student.lastName}, ${student.classId}`;
    const refuse = (note: string, at = field) =>
      judgedRow('takers', of, `${name}: ${subject}`, { state: 'refused', note, field: at });
    if (student.isArchived) return refuse(wordings.archivedStudent(name), 'student_id');
    const taken = resolve('subject', subject);
    if ('reason' in taken) return refuse(taken.reason);
    const what = `${name}: ${judging.titleOf(taken.id)}`;
    const written = of.text('teacher');
    const who = written === '' ? null : resolve('teacher', written);
    if (who !== null && 'reason' in who) return refuse(who.reason, 'teacher');
    if (who !== null && !judging.taught.has(lessonKeyOf(who.id, taken.id, student.classId)))
      return refuse(wordings.notTaught(judging.nameOf(who.id), judging.titleOf(taken.id), student.classId), 'teacher');
    const key = takerKeyOf(student.studentId, taken.id);
    const now = judging.takenWith(student.studentId, taken.id);
    // A file that names no teacher leaves the one that there is.
    if (given.has(key) || (now !== undefined && (who === null || who.id === now)))
      return judgedRow('takers', of, what, { state: 'same', record: key });
    given.add(key);
    return judgedRow('takers', of, what, {
      state: now === undefined ? 'new' : 'changed',
      note: now === undefined ? wordings.takes : wordings.otherTeacher,
      record: key,
      move: { kind: 'takers', subjectId: taken.id, employeeId: who?.id ?? null, studentId: student.studentId },
    });
  };

  const judgeTick = (of: FileRow, field: string, student: StudentAfter): JudgedRow => {
    const [text, subject] = [of.text(field), field.slice(subjectColumn.length)];
    // A column may have the subject itself in place of a tick.
    if (tick.test(text) || foldName(text) === foldName(subject)) return judgeOne(of, field, subject, student);
    const what = `${student.firstName} ${student.lastName}, ${student.classId}: ${subject}`;
    const note = formulaFaultOf(of, [field])?.note ?? wordings.notTick(text);
    return judgedRow('takers', of, what, { state: 'refused', note, field });
  };

  return rows.flatMap((of): JudgedRow[] => {
    const found = findStudent(of);
    if ('note' in found) {
      const { note, field } = found;
      const what = of.text('name') || of.text('student_id');
      return [judgedRow('takers', of, what, { state: 'refused', note, ...(field === undefined ? {} : { field }) })];
    }
    const across = of.fields.filter((field) => field.startsWith(subjectColumn));
    if (across.length > 0)
      return across
        .filter((field) => !noTick.test(of.text(field)) || formulaFaultOf(of, [field]))
        .map((field) => judgeTick(of, field, found.student));
    const subjects = subjectsOfCell(of.text('subject'), (text) => judging.knows('subject', text));
    if (subjects.length === 0)
      return [
        judgedRow('takers', of, of.text('name'), {
          state: 'refused',
          note: wordings.required('Subject'),
          field: 'subject',
        }),
      ];
    return subjects.map((subject) => judgeOne(of, 'subject', subject, found.student));
  });
}
