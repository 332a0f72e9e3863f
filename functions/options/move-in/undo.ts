import { undoWordings } from '#shared/http/wordings.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInJob } from '#shared/options/move-in/jobs.ts';
import { menuOfKind } from '#shared/options/move-in/kinds.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob } from '../../platform/jobs/run-job.ts';
import { isRunFollowedBy, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import {
  forgetVainUndo,
  listActsHandler,
  progressOfUndo,
  undoableKinds,
  undoHandler,
} from '../../platform/undo/undo-calls.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { type UndoInput, undoableMoves } from './acts.ts';
import { type MoveInInput, nothingStored, sizesOf, toProgressInRows } from './job-rows.ts';
import { batchesToUndo } from './jobs/undo-rows.ts';
import { outcomeOf } from './undo-outcome.ts';

const moves = undoableKinds(
  undoableMoves,
  {
    openTo: { who: ['Admin'], menu: ['employees', 'students', 'studentSubjects'] },
  },
  {
    'moved in': {
      allows: ({ details: { kinds }, by: { caller } }) => kinds.every((kind) => hasMenu(caller, [menuOfKind[kind]])),
      undo: async ({ act, details: { run, kinds, file }, by }) => {
        const { request } = by;
        const made = await readJob('move-in', run);
        if (made) await restartJobIfDead(made, request.now);
        if (made?.state === 'running') throw new ConflictError(moveInWordings.stillRunning);
        // Taken back with the whole of its file.
        const isDone = act.undoneAt !== undefined;
        if (isDone && !(await readJob('undo-move-in', act.key))) throw new ConflictError(undoWordings.undoneAlready);
        await forgetVainUndo({ name: 'undo-move-in' }, { act, by });
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
          file,
          kinds,
          year,
          isWhole: act.key === run,
          sizes: sizesOf(batches),
        });
        const job = await runJob({ ...moveInJob('undo-move-in'), key: act.key, input, plan, by });
        if (isDone && !isRunFollowedBy(job, request.idempotencyKey))
          throw new ConflictError(undoWordings.undoneAlready);
        return { ...(await progressOfUndo(job, outcomeOf)), ...toProgressInRows(job) };
      },
    },
    'takers of a batch': { undo: partOfRun },
    'subject of a batch taken away': { undo: partOfRun },
    'student of a file archived': { undo: partOfRun },
  },
);

/** Undone with the act of its run alone. */
async function partOfRun(): Promise<never> {
  throw nothingToUndoError();
}

const undos = { 'move-in': async () => moves };

export const undoAct = undoHandler(moveInContract.undoAct, undos);
export const listActs = listActsHandler(moveInContract.listActs, undos);
