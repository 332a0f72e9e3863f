import { foldName } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { findSameNamedSubject, newSubjectId, type VersionedSubjects } from '../../../subjects/records/subject-list.ts';
import { type FileRow, judgedRow } from './file-rows.ts';
import type { JudgedRow } from './judged-row.ts';

/** A subject of the school once the file is stored. */
export interface SubjectAfter {
  subjectId: string;
  title: string;
  abbr: string;
}

/** The subjects of the school and of the file, as one list that grows. */
export function createSubjectJudge(known: VersionedSubjects) {
  const list: VersionedSubjects = { ...known, subjects: [...known.subjects] };
  const seen = new Map<string, FileRow>();
  /** `wanted`: the id that another program has, given where nobody has or had it. */
  const add = ({ title, abbr }: { title: string; abbr: string }, wanted = ''): SubjectAfter => {
    const isFree = wanted !== '' && !list.subjects.some((one) => one.subjectId === wanted);
    const subject = { subjectId: isFree ? wanted : newSubjectId(list, abbr), title, abbr };
    list.subjects.push(subject);
    return subject;
  };
  const refusal = (title: string, abbr: string, subjectId?: string) => {
    const of = { title, abbr, ...(subjectId === undefined ? {} : { subjectId }) };
    const sameAbbr = findSameNamedSubject(list, 'abbr', of);
    if (sameAbbr) return { note: wordings.abbrTaken(abbr, sameAbbr.title), field: 'abbr' };
    return findSameNamedSubject(list, 'title', of) ? { note: wordings.titleTaken(title), field: 'title' } : undefined;
  };
  return {
    list: (): readonly SubjectAfter[] => list.subjects.filter((one) => one.deletedAt === undefined),
    /** Of a sheet of subjects. */
    judge: (of: FileRow): JudgedRow => {
      const [title, written] = [of.text('title').normalize('NFC'), of.text('abbr').normalize('NFC')];
      const refuse = (note: string, field?: string) =>
        judgedRow('subjects', of, title || written, {
          state: 'refused',
          note,
          ...(field === undefined ? {} : { field }),
        });
      if (title === '') return refuse(wordings.required('Subject'), 'title');
      if (title.length > 60) return refuse(wordings.tooLong('Subject', 60), 'title');
      if (written.length > 10) return refuse(wordings.tooLong('Abbreviation', 10), 'abbr');
      const earlier = seen.get(foldName(title));
      if (earlier) return refuse(wordings.sameRow(earlier.sheet.name, earlier.row));
      seen.set(foldName(title), of);
      const byTitle = findSameNamedSubject(list, 'title', { title, abbr: written });
      if (byTitle && (written === '' || foldName(byTitle.abbr) === foldName(written)))
        return judgedRow('subjects', of, title, { state: 'same', record: byTitle.subjectId });
      if (byTitle) return refuse(wordings.titleTaken(`${byTitle.title} (${byTitle.abbr})`), 'abbr');
      const byAbbr = written === '' ? undefined : findSameNamedSubject(list, 'abbr', { title, abbr: written });
      if (byAbbr) {
        const isRename = known.subjects.some(({ subjectId }) => subjectId === byAbbr.subjectId);
        if (!isRename) return refuse(wordings.abbrTaken(written, byAbbr.title), 'abbr');
        const note = wordings.changes([{ label: 'Subject', before: byAbbr.title, after: title }]);
        const { subjectId, title: before } = byAbbr;
        return judgedRow('subjects', of, title, {
          state: 'changed',
          note,
          record: subjectId,
          move: { kind: 'subjects', act: 'change', subjectId, before, title },
        });
      }
      const abbr =
        written ||
        makeAbbreviation(title, (one) => findSameNamedSubject(list, 'abbr', { title, abbr: one }) !== undefined);
      const taken = refusal(title, abbr);
      if (taken) return refuse(taken.note, taken.field);
      const subject = add({ title, abbr }, of.text('subject_id'));
      return judgedRow('subjects', of, title, {
        state: 'new',
        note: wordings.newSubject(abbr),
        move: { kind: 'subjects', act: 'add', ...subject },
      });
    },
    /** Of a subject that another sheet names, and that is to be added. */
    addNamed: (of: FileRow, title: string): { row: JudgedRow; subject: SubjectAfter } | undefined => {
      const clean = title.normalize('NFC').slice(0, 60);
      if (findSameNamedSubject(list, 'title', { title: clean, abbr: '' })) return undefined;
      const abbr = makeAbbreviation(
        clean,
        (one) => findSameNamedSubject(list, 'abbr', { title: clean, abbr: one }) !== undefined,
      );
      const subject = add({ title: clean, abbr });
      const row = judgedRow('subjects', of, clean, {
        state: 'new',
        note: wordings.newSubject(abbr),
        move: { kind: 'subjects', act: 'add', ...subject },
      });
      return { row, subject };
    },
  };
}

/** "MATH" of Mathematics, "PE" of Physical Education; with a number where it is taken. */
export function makeAbbreviation(title: string, isTaken: (abbr: string) => boolean): string {
  const words = foldName(title)
    .toUpperCase()
    .split(' ')
    .filter((word) => word !== '' && !['AND', 'OF', 'THE', 'IN'].includes(word));
  const initials = words.map((word) => word.slice(0, 1)).join('');
  const base = (words.length > 1 ? initials : (words[0] ?? 'SUBJ').slice(0, 4)).slice(0, 8);
  const candidates = [base, ...(words.length > 1 ? [(words[0] ?? '').slice(0, 4)] : [])];
  const free = candidates.find((one) => !isTaken(one));
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) if (!isTaken(`${base}${number}`)) return `${base}${number}`;
}
