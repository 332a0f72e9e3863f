import { undoWordings } from '#shared/http/wordings.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInJob } from '#shared/options/move-in/jobs.ts';
import { menuOfKind } from '#shared/options/move-in/kinds.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob } from '../../platform/jobs/run-job.ts';
import { isRunFollowedBy, type JobItem, readBatches, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import { listActsHandler, progressOfUndo, undoableKinds, undoHandler } from '../../platform/undo/undo-calls.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { type UndoInput, undoableMoves } from './acts.ts';
import { type MoveInInput, nothingStored, parseJobRow, rowOfPart } from './job-rows.ts';
import { batchesToUndo } from './jobs/undo-rows.ts';

const moves = undoableKinds(
  undoableMoves,
  { openTo: { who: ['Admin'], menu: ['employees', 'students', 'studentSubjects'] } },
  {
    'moved in': {
      allows: ({ details: { kinds }, by: { caller } }) => kinds.every((kind) => hasMenu(caller, [menuOfKind[kind]])),
      undo: async ({ act, details: { run, kinds }, by }) => {
        const { request } = by;
        const made = await readJob('move-in', run);
        if (made) await restartJobIfDead(made, request.now);
        if (made?.state === 'running') throw new ConflictError(moveInWordings.stillRunning);
        // Kept before its run began, which never did: nothing was stored.
        const plan = async () => (made ? batchesToUndo(await readJobRows(made), kinds) : [[nothingStored]]);
        const { year } = (made?.input as MoveInInput | undefined) ?? { year: 0 };
        const input: UndoInput = { key: run, run: made?.run ?? '', year };
        const job = await runJob({ ...moveInJob('undo-move-in'), key: act.key, input, plan, by });
        if (act.undoneAt !== undefined && !isRunFollowedBy(job, request.idempotencyKey))
          throw new ConflictError(undoWordings.undoneAlready);
        return progressOfUndo(job, leftOf);
      },
    },
    'takers of a batch': { undo: partOfRun },
    'subject of a batch taken away': { undo: partOfRun },
    'student of a file archived': { undo: partOfRun },
  },
);

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
