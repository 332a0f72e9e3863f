import { termReportsContract } from '#shared/term-reports/contract.ts';
import {
  partByReportField,
  type ReportField,
  reportFieldNames,
  termReportFields,
} from '#shared/term-reports/fields.ts';
import { splitActivities } from '#shared/term-reports/limits.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import {
  type TermReportItem,
  termReportAuditSubject,
  termReportKey,
  writeReportFields,
} from '../../marks/records/term-report.ts';
import { ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { toFieldSave, type ValueChange } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { readItems } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import { noSuchReportError, postKeysOfNamedClass, requireEditPermissions } from '../report-access.ts';
import { storedReportFields, toReportRow, toStoredValue } from '../report-mapper.ts';
import { normalizeReportValue, permittedFields } from './permitted-fields.ts';

type Input = CallContext<typeof termReportsContract.saveTermReport, Record<never, never>>['input'];

const keyOf = (input: Input) => ({ studentId: input.student_id, year: input.year, term: input.term });

const savingKeys = (input: Input, accountId: string) => ({
  student: studentKey(input.student_id),
  report: termReportKey(keyOf(input)),
  period: periodKey(input.year, input.term),
  posts: postKeysOfNamedClass(input, accountId),
});

export const saveTermReport = callHandler(termReportsContract.saveTermReport, {
  prefetch: savingKeys,
  handle: async ({ input, caller, found, request }) => {
    const key = keyOf(input);
    const save = toFieldSave(input, reportFieldNames, normalizeReportValue);
    const { report, student, period } = await saveTyped({
      found,
      read: () => readItems(savingKeys(input, caller.accountId)),
      save,
      trail: { subject: termReportAuditSubject(key) },
      request,
      decide: async ({ report, student, posts }, changesTo) => {
        if (!report || !student) throw noSuchReportError(caller);
        const { classId } = report;
        const { year, class_id: named } = input;
        const permissions = await requireEditPermissions({ caller, classId, year, named, found: posts });
        const meant = permittedFields(save, { parts: partByReportField, permissions });
        const changes = await changesTo({ ...storedReportFields(report), meant });
        requireMusicClass(changes, classId);
        requireKnownActivities(changes, report);
        if (changes.length === 0) return null;
        return {
          write: () => writeReportFields({ key, classId, changes: changes.map(toStored), by: { caller, request } }),
        };
      },
    });
    if (!report || !student) throw noSuchReportError(caller);
    const place = { classId: report.classId, formLevel: report.formLevel };
    return toReportRow({ student, report, place, period, of: input });
  },
});

const toStored = ({ field, before, after }: ValueChange<ReportField>) => ({
  field: termReportFields[field].name,
  before: toStoredValue(field, before),
  after: toStoredValue(field, after),
});

/** Music fields are disabled on the screen unless the class is a music class (product §5). */
function requireMusicClass(changes: readonly ValueChange<ReportField>[], classId: string): void {
  if (school().musicClasses.includes(classId)) return;
  const music = changes.find(({ field }) => partByReportField[field] === 'music');
  if (music) throw new ValidationError({ [music.field]: [termReportWordings.notMusicClass(classId)] });
}

/** Known are the school's activities, and those already on the report. */
function requireKnownActivities(changes: readonly ValueChange<ReportField>[], stored: TermReportItem): void {
  const chosen = changes.find(({ field }) => field === 'cocurricular')?.after;
  if (typeof chosen !== 'string') return;
  const known = new Set([...school().coCurriculars, ...(stored.coCurricular ?? [])]);
  const unknown = splitActivities(chosen).find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new ValidationError({ cocurricular: [termReportWordings.noSuchActivity(unknown.slice(0, 80))] });
  }
}
