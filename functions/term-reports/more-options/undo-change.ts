import { createWriteTransaction } from 'electrodb';
import { authMessages } from '#shared/auth/messages.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { editTermReports } from '#shared/term-reports/permissions.ts';
import { cellChanges, recordSubject, SubjectRecord, sheetName } from '../../mark-sheet/store.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { type Caller, hasAction, isAdmin } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, inSheet, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { readPoints } from '../../platform/table/table.ts';
import { studentPoint } from '../../students/store.ts';
import { Period } from '../../terms/store.ts';
import { ClassRegistration, reportSubject, TermReport, termReportPoint } from '../store.ts';
import { Act, type ActItem, actPoint, type Deed } from './acts.ts';
import { setState, settingSubject, type TransactionOf } from './change-setting.ts';
import { moveStudent } from './move-student.ts';

const entities = { SubjectRecord, TermReport, ClassRegistration, Period, Act, AuditRow };

interface Undoing {
  act: ActItem;
  caller: Caller;
  request: RequestFacts;
}

export const undoChange = callHandler(termReportsContract.undoChange, {
  points: ({ undo }) => ({ act: actPoint(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    checkMay(act, caller);
    if (!act) throw new NotFoundError('There is nothing to undo any more.');
    if (act.undoneAt !== undefined) return { ok: true as const };
    const outcome = await undo({ act, caller, request });
    if (outcome === 'refused') throw touched();
    return { ok: true as const };
  },
});

/** Whoever may do a thing may take it back. What there is to undo is told to nobody else. */
function checkMay(act: ActItem | undefined, caller: Caller): void {
  const isAllowed = act?.deed.kind === 'subject record deleted' ? hasAction(caller, editTermReports) : isAdmin(caller);
  if (!isAllowed) throw new ForbiddenError(authMessages.forbidden);
}

const touched = () => new ConflictError('This has been changed since and can no longer be undone.');

function undo(undoing: Undoing): Promise<Outcome> {
  const { deed } = undoing.act;
  switch (deed.kind) {
    case 'subject record deleted':
      return restoreRecord(deed.details, undoing);
    case 'term report deleted':
      return restoreReport(deed.details, undoing);
    case 'class changed':
      return moveBack(deed.details, undoing);
    case 'setting changed':
      return resetSetting(deed.details, undoing);
  }
}

type Details<K extends Deed['kind']> = Extract<Deed, { kind: K }>['details'];

/** Marks the act as undone, once. */
const markUndone = (write: TransactionOf<typeof Act>, { act, request }: Undoing) =>
  write
    .patch({ key: act.key })
    .set({ undoneAt: request.now.toISOString() })
    .where(({ undoneAt }, { notExists }) => notExists(undoneAt))
    .commit();

const trail = (subject: string, change: { field: string; before: unknown; after: unknown }, undoing: Undoing) =>
  auditRow({ subject, changes: [change], caller: undoing.caller, request: undoing.request });

async function restoreRecord(
  { key, record, isListed }: Details<'subject record deleted'>,
  undoing: Undoing,
): Promise<Outcome> {
  const { studentId, year, term, subjectId } = key;
  const { report } = await readPoints({ report: termReportPoint(key) });
  if (isListed && !report) return 'refused';
  // The class may have changed since: the record comes back into the one of today.
  const place = report ? { classId: report.classId, formLevel: report.formLevel } : {};
  const { caller, request } = undoing;
  const changes = [{ field: 'record', before: null, after: record }, ...cellChanges(null, record)];
  const row = auditRow({ subject: recordSubject(key), changes, caller, request });
  const level = report?.formLevel ?? record?.formLevel;
  const inItsSheet = level === undefined ? {} : inSheet(row, sheetName({ ...key, formLevel: level }));
  return writeAudited(
    createWriteTransaction(entities, (write) => [
      ...(record ? [write.SubjectRecord.create({ ...record, ...place }).commit()] : []),
      ...(isListed
        ? [
            write.TermReport.patch({ studentId, year, term })
              .add({ subjectIds: [subjectId] })
              .commit(),
          ]
        : []),
      markUndone(write.Act, undoing),
      write.AuditRow.create({ ...row, ...inItsSheet }).commit(),
    ]),
  );
}

function restoreReport({ report }: Details<'term report deleted'>, undoing: Undoing): Promise<Outcome> {
  const { studentId, year, term, classId } = report;
  const row = trail(reportSubject(report), { field: 'report', before: null, after: report }, undoing);
  return writeAudited(
    createWriteTransaction(entities, (write) => [
      write.TermReport.create(report).commit(),
      write.ClassRegistration.update({ year, term, classId })
        .add({ studentIds: [studentId] })
        .commit(),
      markUndone(write.Act, undoing),
      write.AuditRow.create(row).commit(),
    ]),
  );
}

async function moveBack(
  { studentId, from, to, teachers, pages }: Details<'class changed'>,
  { act, caller, request }: Undoing,
): Promise<Outcome> {
  const { student } = await readPoints({ student: studentPoint(studentId) });
  if (!student || student.classId !== to || student.status !== 'current') return 'refused';
  return moveStudent({ student, to: from, teachers, pages, act: { undo: act.key }, caller, request });
}

function resetSetting(
  { year, term, setting, before, after }: Details<'setting changed'>,
  undoing: Undoing,
): Promise<Outcome> {
  const row = trail(settingSubject(year, term), { field: setting, before: after, after: before }, undoing);
  return writeAudited(
    createWriteTransaction(entities, (write) => [
      setState(write.Period, { year, term, setting, state: before, seen: after }),
      markUndone(write.Act, undoing),
      write.AuditRow.create(row).commit(),
    ]),
  );
}
