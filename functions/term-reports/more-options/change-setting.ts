import { serverWordings } from '#shared/http/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { noSuchTerm } from '#shared/school/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportScreenWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import { countRegisteredByClass } from '../../marks/records/term-report.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { type Authorship, isChangeDone, listAuditTrail } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import {
  type ClassSettings,
  PeriodEntity,
  type PeriodItem,
  periodAuditSubject,
  periodKey,
  settingsOfClass,
} from '../../school/records/periods.ts';
import { requireFormLevel, school } from '../../school/records/school.ts';
import { whyTooFewSessions } from '../../students/records/why-too-few-sessions.ts';
import { undoableTermReportActs } from './report-acts.ts';

interface Change {
  year: number;
  term: 1 | 2 | 3;
  /** Null: all classes (rule 12). */
  classId: string | null;
  setting: keyof ClassSettings;
  value: number | string;
  /** What the caller saw: the values of the class or of all, and the term's end. */
  was: { values: readonly (number | string | null)[]; date_end?: string | null } | undefined;
}

/**
 * Sets a value that all reports of a term, or of a class, show. It is stored with the term, not with the reports: one
 * conditional, audited write however many students there are (ADR 0070).
 */
export async function changeTermSetting(change: Change, by: Authorship) {
  const { year, term, classId, setting, value } = change;
  const { request } = by;
  if (classId !== null) requireFormLevel(classId, 'class_id');
  const classIds = classId === null ? school().formClasses.map(({ id }) => id) : [classId];
  const fault = typeof value === 'number' ? await whyTooFewSessions(value, { year, term, classIds }) : null;
  if (fault) throw new ValidationError({ possible_attendance: [fault] });
  await retryRefused({
    read: () => readItems({ period: periodKey(year, term) }),
    attempt: async ({ period }) => {
      if (!period) throw new NotFoundError(noSuchTerm);
      await refuseStaleSetting(period, change, { classIds, request });
      if (setting === 'newTermBeginning' && period.dateEnd !== undefined && value <= period.dateEnd) {
        throw new ValidationError({ new_term_beginning: [termReportWordings.beginsAfterEnd] });
      }
      const before = settingOf(period, setting);
      const after = settingAfter(period, change);
      const outcome = await commit({
        by,
        changes: [writeTermSettingAction({ year, term, setting, state: after, seen: before, judgedBy: period })],
        undo: undoableTermReportActs.keep({
          change: { kind: 'setting changed', details: { year, term, setting } },
          what: describeSetting(change),
          of: [PeriodEntity],
        }),
        also: [inOpenTerm({ year, term })],
        trail: {
          subject: periodAuditSubject({ year, term }),
          changes: [{ field: classId === null ? setting : `${setting} of ${classId}`, before, after }],
        },
      });
      if (!isRefused(outcome)) return outcome;
      // The write is also refused where this request was carried out before.
      return (await isChangeDone(periodAuditSubject({ year, term }), request.idempotencyKey)) ? 'done' : outcome;
    },
    what: 'this term',
  });
  const registered = await countRegisteredByClass({ year, term, classIds });
  return {
    class_id: classId,
    classes: classIds.length,
    students: [...registered.values()].reduce((sum, count) => sum + count, 0),
    undo: request.idempotencyKey,
  };
}

const describeSetting = ({ year, term, classId, setting, value }: Change): string => {
  const shown = typeof value === 'string' ? displayDate(value) : value;
  return `${settingTitles[setting]} ${shown} for ${classId ?? 'all classes'} (${termTitle({ year, term })})`;
};

const settingTitles = {
  possibleAttendance: 'Possible attendance',
  newTermBeginning: termReportScreenWordings.newTermBeginning,
} as const;

/**
 * @throws ConflictError with both values where the caller saw other ones, unless this request was carried out already
 */
async function refuseStaleSetting(
  period: PeriodItem,
  { year, term, setting, value, was }: Change,
  { classIds, request }: { classIds: readonly string[]; request: Authorship['request'] },
): Promise<void> {
  if (!was) return;
  const subject = periodAuditSubject({ year, term });
  const end = period.dateEnd ?? null;
  const stored = classIds.map((classId) => settingsOfClass(period, classId)[setting]);
  const unseen = stored.find((one) => !was.values.includes(one));
  const isEndUnseen = setting === 'newTermBeginning' && was.date_end !== undefined && was.date_end !== end;
  if ((unseen === undefined && !isEndUnseen) || (await isChangeDone(subject, request.idempotencyKey))) return;
  const trail = await listAuditTrail(subject);
  const stamp = (isOf: (field: string) => boolean) => {
    const last = trail.findLast(({ changes }) => changes.some(({ field }) => isOf(field)));
    return { by: last?.name ?? null, at: last?.at ?? null };
  };
  if (isEndUnseen) {
    const yours = was.date_end ?? null;
    const detail = { field: 'date_end', yours, theirs: end, ...stamp((field) => field === 'dateEnd') };
    throw new ConflictError(termReportWordings.endMoved(detail.by, yours, end), detail);
  }
  const theirs = unseen ?? null;
  const detail = { field: wireNames[setting], yours: value, theirs, ...stamp((field) => field.startsWith(setting)) };
  throw new ConflictError(serverWordings.changedSinceOpened, detail);
}

const wireNames = { possibleAttendance: 'possible_attendance', newTermBeginning: 'new_term_beginning' } as const;

/** A setting of a term, and the classes that differ from it. */
interface SettingState {
  value: number | string | null;
  classes: Record<string, ClassSettings> | null;
}

/**
 * Updates a setting to `state` on the condition that it is still `seen`, and where it was judged by the term's end,
 * that this is the same.
 */
function writeTermSettingAction({
  year,
  term,
  setting,
  state,
  seen,
  judgedBy,
}: {
  year: number;
  term: 1 | 2 | 3;
  setting: keyof ClassSettings;
  state: SettingState;
  seen: SettingState;
  judgedBy: Pick<PeriodItem, 'dateEnd'>;
}): Action {
  const { value, classes } = state;
  const isJudged = setting === 'newTermBeginning';
  return PeriodEntity.update(
    { year, term },
    {
      set: { ...(value === null ? {} : { [setting]: value }), ...(classes ? { classes } : {}) },
      remove: [...(value === null ? [setting] : []), ...(classes ? [] : ['classes' as const])],
      where: { [setting]: seen.value, classes: seen.classes, ...(isJudged ? { dateEnd: judgedBy.dateEnd } : {}) },
    },
  );
}

const settingOf = (period: PeriodItem, setting: keyof ClassSettings): SettingState => ({
  value: period[setting] ?? null,
  classes: period.classes ?? null,
});

/** The setting after a change: for a class its own value, for all classes the term's value and no exceptions. */
function settingAfter(period: PeriodItem, { classId, setting, value }: Change): SettingState {
  const classes = period.classes ?? {};
  if (classId !== null) {
    return {
      value: period[setting] ?? null,
      classes: { ...classes, [classId]: { ...classes[classId], [setting]: value } },
    };
  }
  const others = Object.entries(classes).flatMap(([id, { [setting]: _replaced, ...rest }]) =>
    Object.keys(rest).length > 0 ? [[id, rest] as const] : [],
  );
  return { value, classes: others.length > 0 ? Object.fromEntries(others) : null };
}

export const setPossibleAttendance = callHandler(termReportsContract.setPossibleAttendance, {
  handle: async ({ input: { possible_attendance: value, class_id: classId, year, term, was }, caller, request }) => ({
    possible_attendance: value,
    ...(await changeTermSetting(
      { year, term, classId, setting: 'possibleAttendance', value, was },
      { caller, request },
    )),
  }),
});

export const setNewTermBeginning = callHandler(termReportsContract.setNewTermBeginning, {
  handle: async ({ input: { new_term_beginning: value, class_id: classId, year, term, was }, caller, request }) => ({
    new_term_beginning: value,
    ...(await changeTermSetting({ year, term, classId, setting: 'newTermBeginning', value, was }, { caller, request })),
  }),
});
