import { undoWordings } from '#shared/http/wordings.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInJob } from '#shared/options/move-in/jobs.ts';
import { menuOfKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import type { UndoableActRow } from '#shared/undo/calls.ts';
import { ConflictError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob } from '../../platform/jobs/run-job.ts';
import { isRunFollowedBy, type JobItem, readBatches, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { listActsHandler, progressOfUndo, undoableKinds, undoHandler } from '../../platform/undo/undo-calls.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { keyOfPart, type UndoInput, undoableMoves } from './acts.ts';
import { type MoveInInput, nothingStored, parseJobRow, rowOfPart, sizesOf, toProgressInRows } from './job-rows.ts';
import { batchesToUndo } from './jobs/undo-rows.ts';

const moves = undoableKinds(
  undoableMoves,
  {
    openTo: { who: ['Admin'], menu: ['employees', 'students', 'studentSubjects'] },
    list: async ({ request: { now } }) => withPartsOfUndone(await undoableMoves.list({ now })),
  },
  {
    'moved in': {
      allows: ({ details: { kinds }, by: { caller } }) => kinds.every((kind) => hasMenu(caller, [menuOfKind[kind]])),
      undo: async ({ act, details: { run, kinds }, by }) => {
        const { request } = by;
        const made = await readJob('move-in', run);
        if (made) await restartJobIfDead(made, request.now);
        if (made?.state === 'running') throw new ConflictError(moveInWordings.stillRunning);
        // The whole file was taken back, and this with it.
        if (act.key !== run && act.undoneAt === undefined) {
          const { whole } = await readItems({ whole: undoableMoves.key(run) });
          if (whole?.undoneAt !== undefined) throw new ConflictError(undoWordings.undoneAlready);
        }
        let batches: string[][] = [];
        const plan = async () => {
          // Kept before its run began, which never did: nothing was stored.
          batches = made ? batchesToUndo(await readJobRows(made), kinds) : [[nothingStored]];
          return batches;
        };
        const { year } = (made?.input as MoveInInput | undefined) ?? { year: 0 };
        // Asked for after the plan.
        const input = (): UndoInput => ({
          key: run,
          run: made?.run ?? '',
          year,
          isWhole: act.key === run,
          sizes: sizesOf(batches),
        });
        const job = await runJob({ ...moveInJob('undo-move-in'), key: act.key, input, plan, by });
        if (act.undoneAt !== undefined && !isRunFollowedBy(job, request.idempotencyKey))
          throw new ConflictError(undoWordings.undoneAlready);
        return { ...(await progressOfUndo(job, leftOf)), ...toProgressInRows(job) };
      },
    },
    'takers of a batch': { undo: partOfRun },
    'subject of a batch taken away': { undo: partOfRun },
    'student of a file archived': { undo: partOfRun },
  },
);

/** Parts of a file that was taken back as a whole are undone with it. */
function withPartsOfUndone(acts: readonly UndoableActRow[]): UndoableActRow[] {
  const undone = new Map(
    acts.flatMap(({ undo, undone_at }) =>
      undone_at === null ? [] : moveInKinds.map((kind) => [keyOfPart(undo, kind), undone_at] as const),
    ),
  );
  return acts.map((act) => ({ ...act, undone_at: act.undone_at ?? undone.get(act.undo) ?? null }));
}

/** What the undo left, a sentence each. */
async function leftOf(job: JobItem): Promise<string[]> {
  const batches = await readBatches(job);
  return batches.flatMap(({ rows, remarks }) => {
    const stored = rows.filter((text) => text !== nothingStored).map(parseJobRow);
    const names = new Map(stored.flatMap(({ n, what }) => [String(n), rowOfPart(n)].map((row) => [row, what])));
    return remarks.map(({ row, text }) => {
      const name = names.get(row);
      return name === undefined || text.startsWith(name) ? text : `${name}: ${text}`;
    });
  });
}

/** Undone with the act of its run alone. */
async function partOfRun(): Promise<never> {
  throw nothingToUndoError();
}

const undos = { 'move-in': async () => moves };

export const undoAct = undoHandler(moveInContract.undoAct, undos);
export const listActs = listActsHandler(moveInContract.listActs, undos);
