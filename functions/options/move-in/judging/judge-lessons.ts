import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { type FileRow, judgedRow } from './file-rows.ts';
import type { JudgedRow } from './judged-row.ts';
import type { NameResolver } from './names.ts';

interface Judging {
  year: number | null;
  resolve: NameResolver['resolve'];
  nameOf: (employeeId: string) => string;
}

/** "1A, 1B", "4A/4B" and "4A & 4B" as their parts. */
export const splitNames = (text: string): string[] =>
  text
    .split(/[,;/&+]|\band\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Judges the rows of lessons: one for each class of a row; a timetable that has a lesson often has it once. */
export function judgeLessons(
  rows: readonly FileRow[],
  { year, resolve, nameOf, taught }: Judging & { taught: ReadonlySet<string> },
): { rows: JudgedRow[]; after: ReadonlySet<string> } {
  const after = new Set(taught);
  const judged = rows.flatMap((of): JudgedRow[] => {
    const [teacher, subject, classes] = [
      of.text('teacher'),
      of.text('subject'),
      of.text('class') || (of.placeClass ?? ''),
    ];
    const what = [subject, classes, teacher].filter((text) => text !== '').join(', ');
    const refuse = (note: string, field?: string) => [
      judgedRow('lessons', of, what, { state: 'refused', note, ...(field === undefined ? {} : { field }) }),
    ];
    if (year === null) return refuse(wordings.noYear);
    if (teacher === '') return refuse(wordings.required('Teacher'), 'teacher');
    if (subject === '') return refuse(wordings.required('Subject'), 'subject');
    if (classes === '') return refuse(wordings.required('Class'), 'class');
    const who = resolve('teacher', teacher);
    if ('reason' in who) return refuse(who.reason, 'teacher');
    const taken = resolve('subject', subject);
    if ('reason' in taken) return refuse(taken.reason, 'subject');
    return splitNames(classes).map((written) => {
      const formClass = resolve('class', written);
      if ('reason' in formClass)
        return judgedRow('lessons', of, what, { state: 'refused', note: formClass.reason, field: 'class' });
      const key = lessonKeyOf(who.id, taken.id, formClass.id);
      const name = `${subject}, ${formClass.id}, ${nameOf(who.id)}`;
      if (after.has(key)) return judgedRow('lessons', of, name, { state: 'same', record: key });
      after.add(key);
      return judgedRow('lessons', of, name, {
        state: 'new',
        note: wordings.lesson,
        record: key,
        move: { kind: 'lessons', employeeId: who.id, subjectId: taken.id, classId: formClass.id },
      });
    });
  });
  return { rows: judged, after };
}

export const lessonKeyOf = (employeeId: string, subjectId: string, classId: string): string =>
  JSON.stringify([employeeId, subjectId, classId]);

interface Posted {
  classId: string;
  as: string;
  employeeId: string;
}

/** Judges form teachers and deans: of sheets of classes, and of lists of teachers that name a form class. */
export function judgePosts(
  rows: readonly {
    of: FileRow;
    classText: string;
    as: 'form teacher' | 'dean';
    field: string;
    teacher: string | { id: string };
  }[],
  { year, resolve, nameOf, posts }: Judging & { posts: readonly Posted[] },
): JudgedRow[] {
  const given = new Map<string, { employeeId: string; of: FileRow }>();
  return rows.flatMap(({ of, classText, as, field, teacher }): JudgedRow[] => {
    const known = resolve('class', classText);
    const title = `${as === 'dean' ? 'Dean' : 'Form teacher'} of ${'id' in known ? known.id : classText}`;
    let what = `${title}: ${typeof teacher === 'string' ? teacher : nameOf(teacher.id)}`;
    const refuse = (note: string, at?: string) =>
      judgedRow('classes', of, what, { state: 'refused', note, ...(at === undefined ? {} : { field: at }) });
    if (year === null) return [refuse(wordings.noYear)];
    const formClass = known;
    if ('reason' in formClass)
      return [refuse(formClass.reason, of.fields.includes('form_class') ? 'form_class' : 'class')];
    const who = typeof teacher === 'string' ? resolve('teacher', teacher) : teacher;
    if ('reason' in who) return [refuse(who.reason, field)];
    // A number says little to people.
    if (typeof teacher === 'string' && /^\d+$/.test(teacher)) what = `${title}: ${nameOf(who.id)}`;
    const key = `${as} ${formClass.id} ${as === 'dean' ? who.id : ''}`;
    const before = given.get(key);
    if (before && before.employeeId !== who.id)
      return [refuse(wordings.sameRow(before.of.sheet.name, before.of.row), field)];
    if (before) return [judgedRow('classes', of, what, { state: 'same' })];
    given.set(key, { employeeId: who.id, of });
    const holders = posts.filter((post) => post.as === as && post.classId === formClass.id);
    if (holders.some(({ employeeId }) => employeeId === who.id))
      return [judgedRow('classes', of, what, { state: 'same' })];
    const was = as === 'form teacher' ? (holders[0]?.employeeId ?? null) : null;
    return [
      judgedRow('classes', of, what, {
        state: was === null ? 'new' : 'changed',
        note: was === null ? 'New.' : wordings.otherFormTeacher(nameOf(was)),
        move: { kind: 'classes', classId: formClass.id, as, employeeId: who.id, was },
      }),
    ];
  });
}
