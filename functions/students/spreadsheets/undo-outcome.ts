import { nameWithId } from '#shared/people/shared-names.ts';
import { type JobItem, readBatches } from '../../platform/jobs/store.ts';
import type { UndoOutcome } from '../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../records/store.ts';
import type { UndoneRow } from './upload-acts.ts';

/** What the undo of an upload has come to, in students. Of whom some facts went back counts as undone. */
export async function outcomeOfUploadUndo(job: JobItem): Promise<UndoOutcome> {
  const batches = await readBatches(job);
  const remarks = batches.flatMap((batch) =>
    batch.remarks.map(({ row, text }) => ({ ...(JSON.parse(row) as UndoneRow), reason: text })),
  );
  const names = await readStudentNames(remarks.map(({ id }) => id));
  const stays = remarks.filter(({ isPart }) => !isPart).length;
  return {
    undone: batches.reduce((sum, { rows }) => sum + rows.length, 0) - stays,
    stays,
    left: remarks.map(({ id, reason }) => `${nameWithId({ name: names.get(id) ?? id, student_id: id })}: ${reason}`),
  };
}
