import type { Output } from '#shared/http/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import type { SubjectItem } from '../records/store.ts';
import {
  createSubjectAction,
  findSameNamedSubject,
  findSubject,
  newSubjectId,
  readSubjectList,
  renameSubjectAction,
  subjectAuditSubject,
  type VersionedSubjects,
  writeSubject,
} from '../records/subject-list.ts';

type Row = typeof studentSubjectsContract.saveSubject;
type Context = CallContext<Row, Record<never, never>>;

export const saveSubject = callHandler(studentSubjectsContract.saveSubject, {
  handle: (context) => {
    const { id } = context.input;
    return id === null ? addSubject(context) : changeSubject(id, context);
  },
});

async function addSubject({ input, caller, request }: Context): Promise<Output<Row>> {
  const { title, abbr } = input;
  return retryRefused({
    read: readSubjectList,
    attempt: async (list) => {
      const mine = await addedBefore(list, { input, request });
      if (mine) return toOutput(mine);
      refuseNamesakes(list, { title, abbr });
      const subjectId = newSubjectId(list, abbr);
      const subject = { subjectId, title, abbr };
      const outcome = await writeSubject({
        list,
        subjectId,
        by: { caller, request },
        actions: [createSubjectAction(subject)],
        changes: [{ field: 'subject', before: null, after: { title, abbr } }],
      });
      return isRefused(outcome) ? outcome : toOutput(subject);
    },
    what: 'the subjects',
  });
}

/** The subject that this very request has added already. */
async function addedBefore(
  list: VersionedSubjects,
  { input: { title, abbr }, request }: Pick<Context, 'input' | 'request'>,
): Promise<SubjectItem | undefined> {
  const other = findSameNamedSubject(list, 'abbr', { title, abbr });
  return other && (await isChangeDone(subjectAuditSubject(other.subjectId), request.idempotencyKey))
    ? other
    : undefined;
}

const names = ['title', 'abbr'] as const;
type Name = (typeof names)[number];

async function changeSubject(id: string, { input, caller, request }: Context): Promise<Output<Row>> {
  const { title, abbr } = input;
  // What was parsed of JSON has no undefined fields.
  const was = input.was as Partial<Record<Name, string>> | undefined;
  const save = { values: { title, abbr }, was };
  const list = await saveTyped<VersionedSubjects, Name>({
    read: readSubjectList,
    save,
    trail: { subject: subjectAuditSubject(id) },
    request,
    decide: async (current, changesTo) => {
      const subject = findSubject(current, id);
      if (!subject) throw new NotFoundError(noSuchSubject);
      const changes = await changesTo({ value: (name) => subject[name] });
      if (changes.length === 0) return null;
      const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
      refuseNamesakes(current, { ...subject, ...values });
      const actions = [renameSubjectAction(id, values)];
      return { write: () => writeSubject({ list: current, subjectId: id, changes, by: { caller, request }, actions }) };
    },
  });
  return toOutput(findSubject(list, id) ?? { subjectId: id, title, abbr });
}

/** @throws ValidationError by field where another subject has the title or the abbreviation */
export function refuseNamesakes(list: VersionedSubjects, of: Parameters<typeof findSameNamedSubject>[2]): void {
  const fields = names.flatMap((name) => {
    const other = findSameNamedSubject(list, name, of);
    if (!other) return [];
    const which = name === 'title' ? `title already: ${other.abbr}.` : `abbreviation already: ${other.title}.`;
    return [[name, [`Another subject has this ${which}`]]];
  });
  if (fields.length > 0) throw new ValidationError(Object.fromEntries(fields));
}

const toOutput = ({ subjectId, title, abbr }: Pick<SubjectItem, 'subjectId' | 'title' | 'abbr'>): Output<Row> => ({
  id: subjectId,
  title,
  abbr,
});
