import { moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInJob } from '#shared/options/move-in/jobs.ts';
import { foldName, kindTitles, type MoveInKind, moveInKinds, namedKinds } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { accountIdForKey } from '../../../accounts/free-user-name.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { runJob } from '../../../platform/jobs/run-job.ts';
import { readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { planStudentIdsAction } from '../../../students/records/planned-student-ids.ts';
import { keyOfPart, moveInAuditSubject, undoableMoves } from '../acts.ts';
import { batchMoves, type JobRow, type MoveInInput, sizesOf } from '../job-rows.ts';
import type { JudgedFile } from '../judging/judge-file.ts';
import { judgeUpload } from '../judging/judge-upload.ts';
import { isNewId, type Move, sizeOfMove } from '../judging/judged-row.ts';
import { createClassFinder, type KnownSchool, readKnownSchool } from '../known-school.ts';
import type { PastAttendance, PastMark, Replacing } from '../past-records.ts';
import {
  type RememberedChoices,
  RememberedNamesEntity,
  rememberChoices,
  rememberNames,
} from '../records/remembered-names.ts';
import { toRun } from '../run-answer.ts';

const name = 'move-in';

export const startMoveIn = callHandler(moveInContract.startMoveIn, {
  handle: async ({ input, caller, request }) => {
    const key = request.idempotencyKey;
    const isKnown = (await readJob(name, key)) !== undefined;
    const { batches, year } = isKnown ? { batches: [], year: 0 } : await planRun(input, { caller, request });
    return toRun(
      await runJob({
        ...moveInJob(name),
        key,
        input: { year, sizes: sizesOf(batches) } satisfies MoveInInput,
        plan: async () => batches,
        by: { caller, request },
      }),
    );
  },
});

/** The rows of the run in batches. Of what was read nothing but these is held while they are stored. */
async function planRun(
  { file, said = {}, plan }: { file: File; said?: SaidOfFile | undefined; plan: string },
  by: Authorship & { caller: Pick<Caller, 'permissions'> },
): Promise<{ batches: string[][]; year: number }> {
  const { request, caller } = by;
  const key = request.idempotencyKey;
  const known = await readKnownSchool();
  const { remember, judged, chosen } = await judgeUpload(file, { known, said, caller, now: request.now });
  if (judged.plan !== plan) throw new ConflictError(wordings.changedSince);
  const rows = toJobRows(judged, key);
  await keepMoves(rows, { known, judged, said, chosen, by, file: nameOfFile(file) });
  const are = { rows: recordsOf(judged, key), classOf: (text: string) => classOf(text, { known, said }) };
  await remember(are, { key, now: by.request.now });
  return { batches: batchMoves(rows), year: known.year ?? 0 };
}

/** The moves with the ids of the records that the run makes; past marks of a student are one row. */
function toJobRows({ rows, moves }: JudgedFile, key: string): JobRow[] {
  const wanted = new Set(moves);
  const meant = rows.flatMap(({ what, move }) => (move && wanted.has(move) ? [{ what, move }] : []));
  return joinPast(meant).map(({ what, move }, index) => ({
    n: index + 1,
    what,
    move: withIds(move, { key, n: index + 1 }),
  }));
}

interface Meant {
  what: string;
  move: Move;
}

/** Marks and attendance of earlier terms, each joined by student. */
function joinPast(rows: readonly Meant[]): Meant[] {
  const joined: Meant[] = [];
  const marks = new Map<string, Replacing<PastMark>[]>();
  const attendance = new Map<string, Replacing<PastAttendance>[]>();
  const join = <T>(of: Map<string, T[]>, studentId: string, more: readonly T[]): T[] | undefined => {
    const there = of.get(studentId);
    if (there) {
      there.push(...more);
      return undefined;
    }
    const made = [...more];
    of.set(studentId, made);
    return made;
  };
  for (const { what, move } of rows) {
    const named = what.slice(0, what.lastIndexOf(':'));
    if (move.kind === 'marks') {
      const made = join(marks, move.studentId, move.marks);
      if (made) joined.push({ what: named, move: { ...move, marks: made } });
    } else if (move.kind === 'attendance') {
      const made = join(attendance, move.studentId, move.attendance);
      if (made) joined.push({ what: named, move: { ...move, attendance: made } });
    } else joined.push({ what, move });
  }
  return joined;
}

/** The records that rows of the file are, with the ids of those that the run makes. */
const recordsOf = ({ rows }: JudgedFile, key: string) =>
  rows.flatMap(({ kind, sheet, row, record, move }) => {
    const made = move === undefined ? undefined : withIds(move, { key, n: 0 });
    const id = record ?? (made && idOf(made));
    return id === undefined ? [] : [{ kind, sheet, row, record: id }];
  });

const idOf = (move: Move): string | undefined =>
  move.kind === 'teachers'
    ? move.employeeId
    : move.kind === 'subjects'
      ? move.subjectId
      : 'planned' in move
        ? move.planned.id
        : undefined;

function classOf(text: string, { known, said }: { known: KnownSchool; said: SaidOfFile }): string | undefined {
  const id = said.names?.class?.[foldName(text)];
  return id ?? createClassFinder(known.classIds)(text) ?? known.remembered.class[foldName(text)];
}

function withIds(move: Move, { key, n }: { key: string; n: number }): Move {
  // A student's row in the run is named by its number in all of it.
  if ('planned' in move) return { ...move, planned: { ...move.planned, row: n } };
  if (!('employeeId' in move) || move.employeeId === null || !isNewId(move.employeeId)) return move;
  return { ...move, employeeId: accountIdForKey(`${key}#${move.employeeId}`) };
}

interface Planned {
  known: KnownSchool;
  judged: JudgedFile;
  said: SaidOfFile;
  chosen: RememberedChoices;
  /** Its name. */
  file: string;
}

/** Letters of a file's name that lists and messages show. */
const longestName = 80;

const nameOfFile = ({ name }: File): string =>
  name.replaceAll(/\p{C}/gu, '').trim().slice(0, longestName) || wordings.file;

/**
 * Makes the run undoable before it begins, as a whole and by kind, and remembers what names mean. Refused where another
 * run gives ids now: its new students would have the same ones.
 */
async function keepMoves(
  rows: readonly JobRow[],
  { known, judged, said, chosen, by, file }: Planned & { by: Authorship },
): Promise<void> {
  const run = by.request.idempotencyKey;
  const kinds = moveInKinds.filter((kind) => rows.some(({ move }) => move.kind === kind));
  const counted = (kind: MoveInKind) =>
    rows.reduce((sum, { move }) => sum + (move.kind === kind ? sizeOfMove(move) : 0), 0);
  const whatOf = (some: readonly MoveInKind[]) =>
    some.map((kind) => `${kindTitles[kind]} (${counted(kind)})`).join(', ');
  const parts = kinds.length < 2 ? [] : kinds;
  const outcome = await commit({
    by,
    changes: [
      ...(judged.lastNewId === undefined
        ? []
        : [planStudentIdsAction({ last: judged.lastNewId, job: name, upload: run }, known.plannedIds)]),
      ...parts.map((kind, index) =>
        undoableMoves.create({
          change: { kind: 'moved in', details: { run, kinds: [kind], file } },
          what: wordings.onlyOf(file, whatOf([kind])),
          by: {
            ...by,
            request: { ...by.request, now: justBefore(by.request.now, index), idempotencyKey: keyOfPart(run, kind) },
          },
        }),
      ),
      ...namedKinds.flatMap((of) => {
        const names = rememberNames(known.remembered[of], said.names?.[of] ?? {});
        return said.names?.[of] === undefined ? [] : [RememberedNamesEntity.put({ of, names })];
      }),
      ...(['sheet', 'column'] as const).flatMap((of) => {
        const names = rememberChoices(known.rememberedChoices[of], chosen[of]);
        return Object.keys(chosen[of]).length === 0 ? [] : [RememberedNamesEntity.put({ of, names })];
      }),
    ],
    undo: undoableMoves.keep({
      change: { kind: 'moved in', details: { run, kinds: [...kinds], file } },
      what: wordings.movedIn(file, whatOf(kinds)),
    }),
    logKind: 'students',
    trail: {
      subject: moveInAuditSubject,
      changes: [
        { field: 'file', before: null, after: file },
        ...kinds.map((kind) => ({ field: kindTitles[kind], before: null, after: pluralize(counted(kind), 'row') })),
      ],
    },
  });
  if (isRefused(outcome)) throw new ConflictError(wordings.changedSince);
}

/** A list of acts has the latest first: the parts stand below their whole, in their order. */
const justBefore = (now: Date, index: number): Date => new Date(now.getTime() - 1 - index);
