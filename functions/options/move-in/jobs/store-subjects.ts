import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import {
  createSubjectAction,
  findSameNamedSubject,
  findSubject,
  readSubjectList,
  renameSubjectAction,
  writeSubject,
} from '../../../subjects/records/subject-list.ts';
import { authorshipOf, type RowOf } from './rows-of-run.ts';

/** Adds a subject, or changes its title. Returns why not, or null. */
export function storeSubject({ n, move }: RowOf<'subjects'>, job: JobItem): Promise<string | null> {
  const by = authorshipOf(job, n);
  if (move.act === 'change') return renameSubject(move.subjectId, { from: move.before, to: move.title, by });
  const { subjectId, title, abbr } = move;
  return retryRefused({
    read: readSubjectList,
    attempt: async (list): Promise<string | null | 'refused'> => {
      const there = list.subjects.find((one) => one.subjectId === subjectId);
      if (there)
        return there.title === title && there.deletedAt === undefined ? null : wordings.titleTaken(there.title);
      const sameAbbr = findSameNamedSubject(list, 'abbr', { title, abbr });
      if (sameAbbr) return wordings.abbrTaken(abbr, sameAbbr.title);
      if (findSameNamedSubject(list, 'title', { title, abbr })) return wordings.titleTaken(title);
      const outcome = await writeSubject({
        list,
        subjectId,
        by,
        actions: [createSubjectAction({ subjectId, title, abbr })],
        changes: [{ field: 'subject', before: null, after: { title, abbr } }],
      });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'the subjects',
  });
}

/** Gives a subject another title while it has the one that was seen. Returns why not, or null. */
export function renameSubject(
  subjectId: string,
  { from, to, by }: { from: string; to: string; by: Authorship },
): Promise<string | null> {
  return retryRefused({
    read: readSubjectList,
    attempt: async (list): Promise<string | null | 'refused'> => {
      const subject = findSubject(list, subjectId);
      if (!subject) return noSuchSubject;
      if (subject.title === to) return null;
      if (subject.title !== from) return wordings.undoFirst.changed(subject.title);
      if (findSameNamedSubject(list, 'title', { ...subject, title: to })) return wordings.titleTaken(to);
      const outcome = await writeSubject({
        list,
        subjectId,
        by,
        actions: [renameSubjectAction(subjectId, { title: to })],
        changes: [{ field: 'title', before: from, after: to }],
      });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'the subjects',
  });
}
